/** Draws SVG as PNG outside the event loop, with fonts that come with the service, so that a picture is the same on every machine. */
import { createRequire } from "node:module";
import { renderAsync } from "@resvg/resvg-js";

const require = createRequire(import.meta.url);
const FONTS = ["400Regular/Inter_400Regular.ttf", "700Bold/Inter_700Bold.ttf"];

/** @param svg well-formed, with texts in the font Inter in 400 or 700. @param width in pixels; its own where it is not given. */
export async function drawPng(svg: string, width?: number): Promise<Buffer> {
  const fontFiles = FONTS.map((file) => require.resolve(`@expo-google-fonts/inter/${file}`));
  const drawn = await renderAsync(svg, {
    ...(width !== undefined && { fitTo: { mode: "width", value: width } }),
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: "Inter" },
  });
  return drawn.asPng();
}
