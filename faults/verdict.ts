// The verdict of a drill: PASS, shown to hold and its control detected; FAIL, something was lost or executed twice; NOT
// RUN, neither could be shown.
import { availableParallelism, loadavg } from 'node:os'

export type Outcome = 'PASS' | 'FAIL' | 'NOT RUN'

export interface Verdict {
  readonly word: Outcome
  /** For a line of the table: sizes and times reached. */
  readonly reached: string
  /** Numbers that add up over several runs. */
  readonly sizes?: Sizes
}

export type Sizes = Readonly<Record<string, number>>
export type Print = (line: string) => void

export const OPTIONS = ['operations', 'members', 'kills', 'cuts', 'times', 'tries', 'seed'] as const
/** Options as given after the drill's name: `--operations 20000` is `{ operations: 20000 }`. */
export type Options = Readonly<Partial<Record<(typeof OPTIONS)[number], number>>>

export interface Drill {
  readonly name: string
  /** What the drill shows, in one line. */
  readonly shows: string
  /** A required environment variable, and why the drill is NOT RUN without it. */
  readonly needs?: { readonly variable: string; readonly otherwise: string }
  run(options: Options, print: Print): Promise<Verdict>
}

/** FAIL if there is any fault, otherwise NOT RUN if something was not shown, otherwise PASS. */
export function judge(of: {
  faults: readonly string[]
  unshown: readonly string[]
  reached: string
  sizes?: Sizes
}): Verdict {
  const word = of.faults.length > 0 ? 'FAIL' : of.unshown.length > 0 ? 'NOT RUN' : 'PASS'
  return { word, reached: of.reached, sizes: of.sizes ?? {} }
}

const MAX_LINES = 12

export function printAll(print: Print, lines: readonly string[]): void {
  for (const line of lines.slice(0, MAX_LINES)) print(`! ${line}`)
  if (lines.length > MAX_LINES) print(`! and ${lines.length - MAX_LINES} more`)
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

export const RECOVERY_LIMIT_MS = 10_000
/** Load per processor from which times say nothing about the program. */
const OVERLOAD = 3

/** Verdict on recovery times: too slow is a fault, unless the machine was overloaded. */
export function judgeTimes(recoveriesMs: readonly number[]): { faults: string[]; unshown: string[] } {
  const late = recoveriesMs.filter((ms) => ms > RECOVERY_LIMIT_MS)
  if (late.length === 0) return { faults: [], unshown: [] }
  const longest = seconds(Math.max(...late))
  const fault = `${late.length} of ${recoveriesMs.length} recoveries took longer than ${seconds(RECOVERY_LIMIT_MS)}, up to ${longest}`
  const load = loadavg()[0]! / availableParallelism()
  if (load < OVERLOAD) return { faults: [fault], unshown: [] }
  return {
    faults: [],
    unshown: [`${fault}, while the machine had ${load.toFixed(0)} times as much to do as it can`],
  }
}
