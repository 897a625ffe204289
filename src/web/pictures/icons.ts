/** The site's icon as PNG, for browsers and phones without SVG support. */
import { readFileSync } from "node:fs";
import type { WebFile } from "../page.ts";
import { drawPng } from "./png.ts";

/** Browsers request `/favicon.ico` on their own, and accept a PNG there. */
const ICONS = [
  { path: "/favicon.ico", width: 48 },
  { path: "/apple-touch-icon.png", width: 180 },
];

export function createIconFiles(): readonly WebFile[] {
  const svg = readFileSync(new URL("../assets/icon.svg", import.meta.url), "utf8");
  return ICONS.map(({ path, width }) => ({
    name: "icon",
    path,
    contentType: "image/png",
    render: () => drawPng(svg, width),
  }));
}
