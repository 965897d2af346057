// Shared by the drills of transient faults: the deployment, its recovery time, and the verdict including the control.
import { performance } from 'node:perf_hooks'
import type { Outcome, Scene } from './trial.ts'
import { type Drill, type Options, type Print, judge, judgeTimes, printAll, seconds } from './verdict.ts'

export const PARTS = ['web', 'web', 'links', 'worker'] as const
export const CONTROL_PATIENCE_MS = 10_000
const MEMBERS = 12

export interface TransientOutcome extends Outcome {
  readonly recoveriesMs: readonly number[]
}

export type Settings = Readonly<Record<string, string>>

/** Recovery time after a fault until everything writes again. */
export async function recovery(scene: Scene, print: Print, what: string): Promise<number> {
  const beganMs = performance.now()
  await scene.writesAgain()
  const tookMs = performance.now() - beganMs
  print(`${what}: everything writes again after ${seconds(tookMs)}`)
  return tookMs
}

export interface TransientFault {
  readonly name: string
  readonly shows: string
  /** Default of `--times`. */
  readonly times: number
  /** A string says why it could not be run. */
  readonly inject: (
    options: { times: number; members: number },
    print: Print,
  ) => Promise<TransientOutcome | string>
  readonly control: {
    readonly what: string
    /** Violations detected in the control; empty if it went undetected. */
    readonly run: (members: number, print: Print) => Promise<readonly string[]>
  }
}

export function transientFault({ name, shows, times: usual, inject, control }: TransientFault): Drill {
  return {
    name,
    shows,
    async run(options: Options, print: Print) {
      const times = options.times ?? usual
      const members = options.members ?? MEMBERS
      const outcome = await inject({ times, members }, print)
      if (typeof outcome === 'string') return { word: 'NOT RUN', reached: outcome }
      const { operations, unknown, recoveriesMs } = outcome
      const late = judgeTimes(recoveriesMs)
      const faults = [...outcome.faults, ...late.faults]
      const unshown = [...outcome.unshown, ...late.unshown]
      if (faults.length === 0) {
        print(`Control: ${control.what}`)
        const seen = await control.run(members, print)
        print(`seen: ${seen.length}, e.g. ${seen[0] ?? 'none'}`)
        if (seen.length === 0)
          unshown.push('the control went unseen, so this drill could not have seen a violation')
      }
      printAll(print, [...faults, ...unshown])
      const longest = seconds(Math.max(0, ...recoveriesMs))
      const reached = `${times} times, ${operations} operations, ${unknown} answers lost and settled, longest recovery ${longest}`
      return judge({ faults, unshown, reached, sizes: { times, operations } })
    },
  }
}

/** A control's faults that report lost acknowledgements. */
export const lossesIn = (outcome: Outcome | string): string[] =>
  typeof outcome === 'string'
    ? []
    : outcome.faults.filter(
        (fault) =>
          fault.startsWith('every acknowledged operation is stored') ||
          fault.startsWith('it did not come back'),
      )
