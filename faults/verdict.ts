// What a drill came to, in one word: PASS, shown to hold and its control caught; FAIL, something was lost or done twice; NOT RUN,
// neither could be shown. It must never say PASS in doubt.
export type Word = 'PASS' | 'FAIL' | 'NOT RUN'

export interface Verdict {
  readonly word: Word
  /** For one line of the table: sizes and times that were reached. */
  readonly reached: string
}

export type Said = (line: string) => void

/** Options as given after the drill's name: `--operations 20000` is `{ operations: 20000 }`. */
export type Options = Readonly<Partial<{ [name: string]: number }>>

export interface Drill {
  readonly name: string
  /** What is shown, in one line. */
  readonly shows: string
  run(options: Options, said: Said): Promise<Verdict>
}

/** FAIL when anything is wrong, otherwise NOT RUN when something was not shown, otherwise PASS. */
export function judge(of: {
  faults: readonly string[]
  unshown: readonly string[]
  reached: string
}): Verdict {
  const word = of.faults.length > 0 ? 'FAIL' : of.unshown.length > 0 ? 'NOT RUN' : 'PASS'
  return { word, reached: of.reached }
}

const MOST_SAID = 12

export function sayAll(said: Said, lines: readonly string[]): void {
  for (const line of lines.slice(0, MOST_SAID)) said(`! ${line}`)
  if (lines.length > MOST_SAID) said(`! and ${lines.length - MOST_SAID} more`)
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
