import type { Owner, TransactionType } from "../../domain/trade.ts";

export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  purchase: "Purchase",
  sale_full: "Sale",
  sale_partial: "Partial sale",
  exchange: "Exchange",
  other: "Other",
};

export const OWNER_NAMES: Readonly<Record<Owner, string>> = {
  self: "Self",
  spouse: "Spouse",
  joint: "Joint",
  dependent: "Dependent child",
};
