/** Reads the two cells of a row that can hold more than one value: the ticker, and the asset with its labelled details. */
import { HTMLElement, NodeType, TextNode } from "node-html-parser";
import { collapseWhiteSpace, toNullIfDashes } from "./page.ts";

interface AssetCell {
  /** The printed lines of the asset's name. An exchange of assets has two lines, the first for the asset given up. */
  readonly parts: readonly string[];
  /** `{"Option Type": "Put", "Strike price": "$45.00", "Expires": "07/17/2020"}` */
  readonly details: Readonly<Record<string, string>>;
  readonly whole: string;
}

/** Lists a cell's tickers: two for `VZ<br/>TMUS`, `[null]` for `--`, none for a blank cell. The site's `--` means no ticker. */
export function readTickers(cell: HTMLElement): (string | null)[] {
  return readPrintedLines(cell).map(toNullIfDashes);
}

export function readAssetCell(cell: HTMLElement): AssetCell {
  const details = new Map<string, string>();
  const parts = readPrintedLines(cell, (block) => readDetails(block, details));
  return {
    parts,
    details: Object.fromEntries(details),
    whole: collapseWhiteSpace(splitAtLineBreaks(cell, (block) => splitAtLineBreaks(block).join(" ")).join(" ")),
  };
}

/** Lists the printed lines of a cell, without empty ones. @param onBlock as in `splitAtLineBreaks`. */
export function readPrintedLines(cell: HTMLElement, onBlock?: OnBlock): readonly string[] {
  return splitAtLineBreaks(cell, onBlock)
    .map(collapseWhiteSpace)
    .filter((line) => line !== "");
}

type OnBlock = (block: HTMLElement) => string | undefined;

/** The texts between line breaks and block edges (`<div>`, `<p>`). @param onBlock if given, returns the text for a block. */
function splitAtLineBreaks(element: HTMLElement, onBlock?: OnBlock): string[] {
  const lines = [""];
  const appendText = (text: string) => {
    lines.push((lines.pop() ?? "") + text);
  };
  const walk = (parent: HTMLElement) => {
    for (const node of parent.childNodes) {
      if (node.nodeType === NodeType.TEXT_NODE) appendText((node as TextNode).text);
      else if (node instanceof HTMLElement) {
        const block = node.tagName === "DIV" || node.tagName === "P";
        if (node.tagName === "BR") lines.push("");
        else if (!block) walk(node);
        else {
          lines.push("");
          if (onBlock) appendText(onBlock(node) ?? "");
          else walk(node);
          lines.push("");
        }
      }
    }
  };
  walk(element);
  return lines;
}

// Adds a block's labelled values to `details`. A label is in `<em>`, with its colon inside or after the tag. An option's type is
// plain text before the first label (`Option Type: Put`). A cell with two assets may repeat a label. Both values are kept.
function readDetails(block: HTMLElement, details: Map<string, string>): undefined {
  let label: string | null = null;
  let value = "";
  const addDetail = () => {
    const text = collapseWhiteSpace(value.replace(/^[\s\u00a0]*:/, ""));
    const found = label === null ? /^([^:]{1,40}):\s*(.*)$/.exec(text) : null;
    if (found?.[1] !== undefined && found[2] !== undefined) appendDetail(found[1], found[2]);
    else if (label !== null || text !== "") appendDetail(label ?? UNLABELLED, text);
    value = "";
  };
  const appendDetail = (name: string, text: string) => {
    const before = details.get(name);
    details.set(name, before === undefined || before === text ? text : `${before} / ${text}`);
  };
  const walk = (parent: HTMLElement) => {
    for (const node of parent.childNodes) {
      if (node instanceof TextNode) value += node.text;
      else if (!(node instanceof HTMLElement)) continue;
      else if (node.tagName === "EM") {
        addDetail();
        label = collapseWhiteSpace(node.text).replace(/\s*:$/, "");
      } else {
        value += " ";
        walk(node);
      }
    }
  };
  walk(block);
  addDetail();
}

const UNLABELLED = "Details";
