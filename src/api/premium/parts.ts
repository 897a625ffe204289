import type { SecretBox } from "../../http/credentials/authorised-request.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { PremiumTables } from "../../store/store.ts";
import type { ExportRecords } from "../files/export.ts";

/** The parts of the service that the premium endpoints need. */
export interface PremiumParts {
  readonly tables: Omit<PremiumTables, "held"> & { readonly publications: ExportRecords };
  /** Seals webhook secrets, and remembered answers that hold one. */
  readonly box: SecretBox;
  /** Reason for which an address may not be a webhook endpoint, e.g. `address_not_allowed`; null when it may. */
  readonly refusalOf: (url: string) => string | null;
  /** Called when a delivery has been queued. */
  readonly wake: () => void;
  /** Alerts can be sent by e-mail too; false by default. */
  readonly mails?: boolean;
}

/** The parts, with what the public endpoints are made of too. */
export interface PremiumContext extends PremiumParts {
  readonly datasets: Datasets;
  readonly baseUrl: string;
  /** Requests of the plan in a window. */
  readonly quota: number;
  /** A key of the account has ended: it is not let in any more. */
  readonly keyEnded: (keyId: string) => void;
}
