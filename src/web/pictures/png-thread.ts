/** The thread that draws pictures. With the bundled fonts, an image is the same on every machine. */
import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";

export interface Picture {
  readonly svg: string;
  readonly width: number | undefined;
}

export interface DrawnPicture {
  readonly png: Uint8Array;
  /** Milliseconds of processor time that this picture took. */
  readonly spentMs: number;
}

const require = createRequire(import.meta.url);
const fontFiles = ["400Regular/Inter_400Regular.ttf", "700Bold/Inter_700Bold.ttf"].map((file) =>
  require.resolve(`@expo-google-fonts/inter/${file}`),
);

/** Called by the pool of `png.ts`. */
export default function drawPicture({ svg, width }: Picture): DrawnPicture {
  const before = process.threadCpuUsage();
  const drawing = new Resvg(svg, {
    ...(width !== undefined && { fitTo: { mode: "width", value: width } }),
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: "Inter" },
  });
  const png = drawing.render().asPng();
  const { user, system } = process.threadCpuUsage(before);
  return { png, spentMs: (user + system) / 1000 };
}
