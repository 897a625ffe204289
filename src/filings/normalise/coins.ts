/** Recognizes cryptocurrencies, which are not listed securities even if a listed security has the same symbol. */

/** `plain` marks coins whose names are not also names of listed companies. */
const COINS: readonly (readonly [symbol: string, name: string, others: readonly string[], plain?: "plain"])[] = [
  ["AAVE", "Aave", []],
  ["ADA", "Cardano", [], "plain"],
  ["ALGO", "Algorand", []],
  ["APT", "Aptos", []],
  ["ARB", "Arbitrum", []],
  ["ATOM", "Cosmos", []],
  ["AVAX", "Avalanche", []],
  ["BCH", "Bitcoin Cash", [], "plain"],
  ["BNB", "BNB", ["Binance Coin"]],
  ["BTC", "Bitcoin", [], "plain"],
  ["COMP", "Compound", []],
  ["DAI", "Dai", []],
  ["DOGE", "Dogecoin", [], "plain"],
  ["DOT", "Polkadot", []],
  ["EOS", "EOS", []],
  ["ETC", "Ethereum Classic", [], "plain"],
  ["ETH", "Ethereum", ["Ether"], "plain"],
  ["FIL", "Filecoin", []],
  ["GRT", "The Graph", []],
  ["HBAR", "Hedera", ["Hedera Hashgraph"]],
  ["ICP", "Internet Computer", []],
  ["LINK", "Chainlink", []],
  ["LTC", "Litecoin", [], "plain"],
  ["MANA", "Decentraland", []],
  ["MATIC", "Polygon", []],
  ["NEAR", "NEAR Protocol", ["Near"]],
  ["PEPE", "Pepe", []],
  ["SAND", "The Sandbox", []],
  ["SHIB", "Shiba Inu", []],
  ["SKI", "Ski Mask Dog", []],
  ["SOL", "Solana", [], "plain"],
  ["SUI", "Sui", []],
  ["TON", "Toncoin", []],
  ["TRX", "TRON", []],
  ["UNI", "Uniswap", []],
  ["USDC", "USD Coin", ["USDCoin"]],
  ["USDT", "Tether", []],
  ["XLM", "Stellar", ["Stellar Lumens", "Lumens"]],
  ["XMR", "Monero", []],
  ["XRP", "XRP", ["Ripple"]],
  ["XTZ", "Tezos", []],
  ["ZEC", "Zcash", []],
];

interface Coin {
  readonly symbol: string | null;
  readonly name: string;
}

const byWord = new Map(
  COINS.flatMap(([symbol, name, others, plain]) =>
    [symbol, name, ...others].map((word) => [foldWord(word), { symbol, name, plain: plain !== undefined }] as const),
  ),
);
const symbols = new Set(COINS.map(([symbol]) => symbol));

/** True for a coin's symbol, even if a security has the same symbol (`LINK`, `COMP`). */
export function isCoinSymbol(symbol: string): boolean {
  return symbols.has(symbol);
}

const plainNames = new Set(COINS.flatMap(([, name, others, plain]) => (plain ? [name, ...others].map(foldWord) : [])));

/** Words for securities: a fund, trust or company that holds coins is a security, not a coin. */
const SECURITY = /\b(?:trust|etfs?|etns?|etps?|funds?|shares?|stock|inc|corp|llc|lp|ltd|futures?|index|options?)\b/i;
/** `BTC (Bitcoin)`, `Bitcoin (BTC)`. */
const TWICE = /^(?<one>[^()]+?)\s*\((?<other>[^()]+)\)$/;
/** `BTC - Bitcoin`. */
const DASHED = /^(?<one>\S.*?)\s+-\s+(?<other>\S.*)$/;
const PREFIX = /^\s*CRYPTO:\s*/i;
/** Words next to a name that show that the name is a coin's. */
const KIND = /\b(?:crypto[\s-]?currency|crypto|digital (?:currency|asset)|currency|coins?|tokens?)\b/gi;

/**
 * Pure. Finds the coin that a line names, in any spelling; null if the line names no coin. The coin's symbol is null if the
 * filing gives none and the name is not in the table. @param ticker as filed, with a prefix such as `CRYPTO:`.
 */
export function findCoin(name: string, ticker: string | null, assetType: string): Coin | null {
  if (SECURITY.test(name)) return null;
  const filed = (ticker ?? "").replace(PREFIX, "").trim().toUpperCase();
  const bare = removeCurrencyWords(name);
  const isCalledCoin = bare !== name && isCoinName(bare);
  const { one, other } = splitCoinName(isCalledCoin ? bare : name);
  const isFiledAsCoin = assetType === "Cryptocurrency" || PREFIX.test(ticker ?? "") || isCalledCoin;
  if (!isFiledAsCoin && !isUnambiguousCoinName(one, other)) return null;
  const words = [filed, one, other ?? ""];
  const found = new Set(words.flatMap((word) => byWord.get(foldWord(word)) ?? []).map(({ symbol }) => symbol));
  const [symbol] = found;
  if (symbol !== undefined && found.size === 1) return { symbol, name: byWord.get(foldWord(symbol))?.name ?? symbol };
  const printedCode = /^[A-Z0-9]{2,10}$/.test(filed)
    ? filed
    : (words.find((word) => /^[A-Z0-9]{2,6}$/.test(word)) ?? null);
  return { symbol: printedCode, name: other !== null && one === printedCode ? other : one };
}

/** Shortens `Bitcoin Crypto Currency` and `Bitcoin - Cryptocurrency` to `Bitcoin`, but keeps a coin's full name (`USD Coin`). */
function removeCurrencyWords(name: string): string {
  if (byWord.has(foldWord(name))) return name;
  return name
    .replace(KIND, " ")
    .replace(/\(\s*\)/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s:;,-]+|[\s:;,-]+$/g, "");
}

function splitCoinName(name: string): { readonly one: string; readonly other: string | null } {
  const { one = name, other = null } = (TWICE.exec(name) ?? DASHED.exec(name))?.groups ?? {};
  return { one, other };
}

/** True if the name is that of a coin in the table. If the name has two parts (`BTC (Bitcoin)`), both must be of that coin. */
function isCoinName(name: string): boolean {
  const { one, other } = splitCoinName(name);
  const symbols = [one, ...(other === null ? [] : [other])].map((word) => byWord.get(foldWord(word))?.symbol);
  return symbols.every((symbol) => symbol !== undefined && symbol === symbols[0]);
}

/** True if the name can only be that of one coin. If the name has two parts (`BTC (Bitcoin)`), both must be of that coin. */
function isUnambiguousCoinName(one: string, other: string | null): boolean {
  if (other === null) return plainNames.has(foldWord(one));
  const [first, second] = [byWord.get(foldWord(one)), byWord.get(foldWord(other))];
  return first?.plain === true && first.symbol === second?.symbol;
}

function foldWord(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
