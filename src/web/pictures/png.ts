/** Renders SVG as PNG. With the bundled fonts, an image is the same on every machine. */
import { createRequire } from "node:module";
import { renderAsync } from "@resvg/resvg-js";

const require = createRequire(import.meta.url);
const FONTS = ["400Regular/Inter_400Regular.ttf", "700Bold/Inter_700Bold.ttf"];

/** Only the compression runs on the event loop. @param svg well-formed, with text in Inter at weight 400 or 700. @param width in pixels; defaults to the SVG's own. */
export async function drawPng(svg: string, width?: number): Promise<Buffer> {
  const fontFiles = FONTS.map((file) => require.resolve(`@expo-google-fonts/inter/${file}`));
  const rendered = await renderAsync(svg, {
    ...(width !== undefined && { fitTo: { mode: "width", value: width } }),
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: "Inter" },
  });
  return rendered.asPng();
}
