/** Finds the listed security of a row, even if the row does not give a symbol. */
import { parseSharesSymbol } from "../../domain/fund-name.ts";
import { buildIssuerKey, isSameIssuer } from "../../domain/issuer-name.ts";
import { listSecurityNames, type Security } from "../../domain/security.ts";
import type { Trade } from "../../domain/trade.ts";
import type { AssetMaster } from "./asset-master.ts";

/**
 * Finds the security of the row's current symbol. Without a symbol, finds an exchange-traded fund whose symbol is in the asset
 * name, or in the comment after the number of shares. The asset name must be just the symbol, or fit the fund's name with or
 * without the symbol. If there is no such fund, finds a fund with exactly this asset name. Null if no security is found.
 */
export function findListedSecurity(
  {
    ticker,
    currentTicker,
    coin,
    assetNameRaw: name,
  }: Pick<Trade, "ticker" | "currentTicker" | "coin" | "assetNameRaw">,
  comment: string | null,
  master: AssetMaster,
): Security | null {
  if (currentTicker !== null) return master.lookup(currentTicker) ?? null;
  if (ticker !== "" || coin !== null) return null;
  for (const symbol of [parseSharesSymbol(comment ?? ""), ...(name.match(/\b[A-Z]{2,5}\b/g) ?? [])]) {
    const security = master.lookup(symbol);
    if (security?.etf !== true) continue;
    const names = [name, name.replace(symbol, " ")];
    const isNamed = listSecurityNames(security).some((listed) => names.some((each) => isSameIssuer(each, listed)));
    if (name === symbol || isNamed) return security;
  }
  const named = master.listSecuritiesOfIssuer(buildIssuerKey(name));
  return named.every(({ etf }) => etf) ? (named[0] ?? null) : null;
}
