/** Converts a page's operator list to text runs and vector marks. Positions are in points from the page's top left corner. */
import { findPaintedBox, type Mark } from "./mark.ts";
import { IDENTITY, type Matrix, multiplyMatrices, toMatrix } from "./matrix.ts";
import { OPS } from "./pdfjs.ts";
import { collectTextRuns, createTextState, type GrowingRun, type TextRun, type TextState } from "./text-run.ts";

export interface PageContent {
  readonly runs: readonly TextRun[];
  readonly marks: readonly Mark[];
  /** The share of the page covered by all its images, 0 to 1; a scanner may cut a page into strips. */
  readonly imageShare: number;
  /**
   * Vertical position of the top of the whole drawing, in points from this page's top. The Clerk's PDF generators cut one long
   * drawing into pages. Null if the page has neither a path nor text at the drawing's scale.
   */
  readonly canvasTop: number | null;
}

interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

/** Visible box of a page, `[left, bottom, right, top]` in points. */
type ViewBox = readonly number[];

/** Text rendering modes that paint nothing (ISO 32000-1, 9.3.6). */
const INVISIBLE = 3;
const INVISIBLE_CLIP = 7;

// Text with a vertical scale above this value uses the coordinates of the whole drawing (scale 0.75, y down). In older forms,
// each text has its own scale and position instead.
const DRAWING_SCALE = 0.3;

interface GraphicsState {
  matrix: Matrix;
  text: TextState;
}

interface TextPlace {
  line: Matrix;
  /** Horizontal advance of the text in its line. */
  pen: number;
  /** Number of times that the line's matrix was replaced rather than translated. Runs with different numbers are never joined. */
  placement: number;
}

type FindFont = (key: string) => { readonly name: string; readonly unit: number };

/**
 * Pure. Interprets the page's operators in the way a PDF viewer does. @param findFont finds a font by the key that `setFont`
 * uses. The font's `name` is like `Georgia-Bold`. The font's `unit` is the unit of its glyph widths, as a share of the font size,
 * such as 0.001.
 */
export function readPageContent(operators: OperatorList, viewBox: ViewBox, findFont: FindFont): PageContent {
  const runs: GrowingRun[] = [];
  const marks: Mark[] = [];
  let imageShare = 0;
  let canvasTop: number | null = null;
  const [left = 0, bottom = 0, right = 0, top = 0] = viewBox;
  const pageArea = Math.abs((right - left) * (top - bottom));
  const start: Matrix = [1, 0, 0, -1, -left, top];
  let state: GraphicsState = { matrix: start, text: createTextState() };
  const saved: GraphicsState[] = [];
  const saveState = () => saved.push({ matrix: state.matrix, text: { ...state.text } });
  const restoreState = () => {
    state = saved.pop() ?? state;
  };
  const place: TextPlace = { line: IDENTITY, pen: 0, placement: 0 };
  const updateTop = () => {
    canvasTop = Math.min(canvasTop ?? Infinity, state.matrix[5]);
  };

  for (let index = 0; index < operators.fnArray.length; index++) {
    const args = (operators.argsArray[index] ?? []) as readonly never[];
    switch (operators.fnArray[index]) {
      case OPS.save:
        saveState();
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        restoreState();
        break;
      case OPS.transform:
        state.matrix = multiplyMatrices(state.matrix, toMatrix(args));
        break;
      case OPS.paintFormXObjectBegin:
        saveState();
        if (args[0]) state.matrix = multiplyMatrices(state.matrix, toMatrix(args[0]));
        break;
      case OPS.showText:
        place.pen = collectTextRuns(args[0] ?? [], state, place.line, place, runs);
        if (state.matrix[3] > DRAWING_SCALE) updateTop();
        break;
      case OPS.constructPath: {
        const mark = findPaintedBox(args, state.matrix);
        if (!mark) break;
        marks.push(mark);
        updateTop();
        break;
      }
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintImageXObjectRepeat:
        imageShare += Math.abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2]) / pageArea;
        break;
      default:
        if (!applyMoveOp(operators.fnArray[index], args, place, state.text)) {
          applyTextOp(operators.fnArray[index], args, state.text, findFont);
        }
    }
  }
  return { runs, marks, imageShare: Math.min(imageShare, 1), canvasTop };
}

/** Applies an operator that positions text (ISO 32000-1, 9.4). @returns false for any other. */
function applyMoveOp(operator: number | undefined, args: readonly never[], place: TextPlace, text: TextState): boolean {
  switch (operator) {
    case OPS.beginText:
      setLine(place, IDENTITY);
      return true;
    case OPS.setTextMatrix:
      setLine(place, toMatrix(args[0] ?? []));
      return true;
    case OPS.moveText:
      moveToLine(place, args[0] ?? 0, args[1] ?? 0);
      return true;
    case OPS.setLeadingMoveText:
      text.leading = args[1] ?? 0;
      moveToLine(place, args[0] ?? 0, args[1] ?? 0);
      return true;
    case OPS.nextLine:
      moveToLine(place, 0, text.leading);
      return true;
    default:
      return false;
  }
}

function setLine(place: TextPlace, line: Matrix): void {
  place.line = line;
  place.placement += 1;
  place.pen = 0;
}

function moveToLine(place: TextPlace, x: number, y: number): void {
  place.line = multiplyMatrices(place.line, [1, 0, 0, 1, x, y]);
  place.pen = 0;
}

/** Applies an operator of the text state (ISO 32000-1, 9.3); ignores any other. */
function applyTextOp(operator: number | undefined, args: readonly never[], text: TextState, findFont: FindFont): void {
  switch (operator) {
    case OPS.setFont: {
      const font = findFont(args[0] ?? "");
      text.font = font.name;
      text.unit = font.unit;
      text.size = args[1] ?? 0;
      break;
    }
    case OPS.setCharSpacing:
      text.charSpacing = args[0] ?? 0;
      break;
    case OPS.setWordSpacing:
      text.wordSpacing = args[0] ?? 0;
      break;
    case OPS.setHScale:
      text.horizontal = (args[0] ?? 100) / 100;
      break;
    case OPS.setLeading:
      text.leading = -(args[0] ?? 0);
      break;
    case OPS.setTextRise:
      text.rise = args[0] ?? 0;
      break;
    case OPS.setTextRenderingMode:
      text.visible = args[0] !== INVISIBLE && args[0] !== INVISIBLE_CLIP;
      break;
  }
}
