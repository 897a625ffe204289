import type { SecretBox } from "../../http/credentials/authorised-request.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { PremiumTables } from "../../store/store.ts";
import type { ExportRecords } from "../files/export.ts";

export interface PremiumParts {
  readonly tables: Omit<PremiumTables, "held"> & { readonly publications: ExportRecords };
  /** Encrypts webhook secrets, and stored responses that contain one. */
  readonly box: SecretBox;
  /** Why a URL may not be a webhook endpoint, e.g. `address_not_allowed`; null if it may. */
  readonly explainRefusedAddress: (url: string) => string | null;
  /** Called when a delivery has been queued. */
  readonly wake: () => void;
  /** True if alerts can also be sent by e-mail; false by default. */
  readonly mails?: boolean;
}

export interface PremiumContext extends PremiumParts {
  readonly datasets: Datasets;
  readonly baseUrl: string;
  /** The plan's requests per window. */
  readonly quota: number;
  /** Called when a key of the account is revoked, so that the key is rejected from then on. */
  readonly onKeyEnd: (keyId: string) => void;
}
