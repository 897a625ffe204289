/** Whether a page's content stream is whole: its words are those of the language (ISO 32000-1, Annex A), and what it opens it closes. */

const OPERATORS = new Set(
  "b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \" true false null".split(
    " ",
  ),
);
/** White space, numbers, names, the strings that Identity-H takes (four digits a glyph), literal strings, brackets; then a word. */
const OPERATION =
  /(?:[ \t\r\n\f]{1,999}|[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?=[\s[\]<>/(]|$)|<(?:[0-9A-Fa-f]{4})*>|\/[^\s[\]<>()/%{}\0]+|[[\]]|\((?:\\[\s\S]|[^\\()])*\)|<<|>>){0,4096}([A-Za-z'"]+[*01]?)?/y;

/** Pure. What is wrong with the content, or null. `content` is latin1 text. */
export function faultOfContent(content: string): string | null {
  let depth = 0;
  let inText = false;
  OPERATION.lastIndex = 0;
  for (let from = 0; from < content.length; from = OPERATION.lastIndex) {
    const operator = OPERATION.exec(content)?.[1];
    if (operator === undefined) {
      if (OPERATION.lastIndex === from) return `has something unknown at byte ${from}`;
      continue;
    }
    if (!OPERATORS.has(operator)) return `has the unknown operator "${operator.slice(0, 20)}"`;
    if (operator === "q") depth += 1;
    else if (operator === "Q") depth -= 1;
    else if (operator === "BT" || operator === "ET") {
      if (inText === (operator === "BT")) return "has a text that does not begin or does not end";
      inText = operator === "BT";
    }
    if (depth < 0) return "restores more than it saves";
  }
  if (inText) return "ends within a text";
  return depth > 0 ? "ends before it restores what it saves" : null;
}
