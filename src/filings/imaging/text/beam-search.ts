/** Decodes a network's output steps to texts by CTC prefix beam search (Graves et al., Connectionist Temporal Classification, 2006). */

/** A text with the probability (0 to 1) that the picture shows it. */
interface TextChance {
  readonly text: string;
  readonly chance: number;
}

interface BeamOptions {
  /** The network's output classes, in order; the first is the blank. */
  readonly alphabet: readonly string[];
  /** Beam width: number of prefixes kept. */
  readonly width: number;
  /** Minimum probability of a character that extends a prefix. */
  readonly leastChance: number;
  /** Returns whether any text that the caller accepts begins with `text`. */
  readonly canBegin: (text: string) => boolean;
}

/** Probabilities that the last step of a prefix was its last character (`inCharacter`) or the CTC blank (`inBlank`). */
interface PrefixChance {
  inCharacter: number;
  inBlank: number;
}

/** Pure. Returns texts in no particular order. */
export function runBeamSearch(steps: readonly Float32Array[], options: BeamOptions): TextChance[] {
  let beam = new Map<string, PrefixChance>([["", { inCharacter: 0, inBlank: 1 }]]);
  for (const step of steps) beam = pruneBeam(extendBeam(beam, step, options), options.width);
  return [...beam].map(([text, { inCharacter, inBlank }]) => ({ text, chance: inCharacter + inBlank }));
}

function extendBeam(
  beam: ReadonlyMap<string, PrefixChance>,
  step: Float32Array,
  { alphabet, leastChance, canBegin }: BeamOptions,
): Map<string, PrefixChance> {
  const next = new Map<string, PrefixChance>();
  const getOrAddChance = (text: string) => {
    const known = next.get(text) ?? { inCharacter: 0, inBlank: 0 };
    next.set(text, known);
    return known;
  };
  const likely = alphabet.flatMap((character, at) =>
    at > 0 && (step[at] as number) >= leastChance ? [{ character, chance: step[at] as number }] : [],
  );
  for (const [text, { inCharacter, inBlank }] of beam) {
    const last = text.slice(-1);
    const same = getOrAddChance(text);
    same.inBlank += (inCharacter + inBlank) * (step[0] as number);
    for (const { character, chance } of likely) {
      if (character === last) same.inCharacter += inCharacter * chance;
      if (canBegin(text + character))
        getOrAddChance(text + character).inCharacter += (character === last ? inBlank : inCharacter + inBlank) * chance;
    }
  }
  return next;
}

function pruneBeam(beam: Map<string, PrefixChance>, width: number): Map<string, PrefixChance> {
  const sumChance = ({ inCharacter, inBlank }: PrefixChance) => inCharacter + inBlank;
  return new Map([...beam].toSorted(([, one], [, other]) => sumChance(other) - sumChance(one)).slice(0, width));
}
