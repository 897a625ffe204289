/** The part of tesseract.js-core that the engine uses; the package ships no types. */
interface RecognisedWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}
/** Result of `GetJSONText`. `blocks` is null if the picture shows no text. */
interface Recognised {
  readonly blocks:
    | readonly {
        readonly paragraphs: readonly { readonly lines: readonly { readonly words: readonly RecognisedWord[] }[] }[];
      }[]
    | null;
}

declare module "tesseract.js-core/tesseract-core-simd.js" {
  export interface TessBaseApi {
    /** Returns 0 when the engine is ready. */
    Init(dataPath: null, language: string, engineMode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Loads the picture at `/input`; returns 0 on success. */
    SetImageFile(exifOrientation: number, radians: number): number;
    Recognize(monitor: null): number;
    GetJSONText(): string;
  }
  export interface TesseractCore {
    readonly FS: { writeFile(path: string, data: Uint8Array): void };
    readonly TessBaseAPI: new () => TessBaseApi;
  }
  export default function startCore(options: {
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
    readonly TesseractProgress: (percent: number) => void;
  }): Promise<TesseractCore>;
}
