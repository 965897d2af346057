// Connections cut right after the work is done: between PostgreSQL and the product after a COMMIT whose
// answer is lost, and between the product and its callers when the answer is on its way. A retry with the
// same key settles each; another key would do it twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Door, openDoor } from './door.ts'
import { PARTS, type PassResult, passing, recovery } from './passing.ts'
import { runTrial, type Scene } from './trial.ts'
import type { Print } from './verdict.ts'

const SHARE = 0.08
const OPERATIONS = 40
/** What PostgreSQL says when a transaction is durable (CommandComplete). */
const COMMITTED = Buffer.from('COMMIT\0')
const SETTLES_MS = 2_000

export async function drillCutAnswers(
  options: { times: number; people: number; new_keys?: boolean },
  said: Print,
): Promise<PassResult> {
  const doors: Door[] = []
  const opened = async (port: number) => {
    const door = await openDoor(port)
    doors.push(door)
    return door.port
  }
  const recoveries_ms: number[] = []
  try {
    const outcome = await runTrial({
      cluster: { parts: PARTS, between: opened },
      people: options.people,
      async during(scene) {
        const { world } = scene
        const web = [...world.ports.web]
        world.ports.web = await Promise.all(web.map(opened))
        world.stats.new_keys = options.new_keys ?? false
        for (let time = 1; time <= options.times; time += 1) {
          await cutConnections(scene, doors)
          recoveries_ms.push(await recovery(scene, said, `cut connections ${time}`))
        }
        const cut = doors.map((door) => door.cut)
        said(
          `${cut[0]} connections to PostgreSQL were cut after a COMMIT, ${cut[1]! + cut[2]!} answers on their way`,
        )
        await sleep(SETTLES_MS)
      },
    })
    return { ...outcome, recoveries_ms }
  } finally {
    for (const door of doors) door.close()
  }
}

/** Cuts some connections while a number of operations is made: to PostgreSQL after a COMMIT, elsewhere at any time. */
export async function cutConnections(scene: Scene, [database, ...answers]: readonly Door[]): Promise<void> {
  const doors = [database!, ...answers]
  database!.cuts = (heard) => heard.includes(COMMITTED) && Math.random() < SHARE
  for (const door of answers) door.cuts = () => Math.random() < SHARE
  await scene.more(OPERATIONS)
  for (const door of doors) door.cuts = () => false
  if (doors.some((door) => door.cut === 0)) throw new Error('nothing was cut')
}

export const cutAnswers = passing({
  name: 'cut-answers',
  shows: 'what was done and never answered is settled by the same key, and done once',
  times: 3,
  trouble: drillCutAnswers,
  control: {
    what: 'callers who ask again with another key',
    async run(people, said) {
      const { faults } = await drillCutAnswers({ times: 3, people, new_keys: true }, said)
      return faults.filter((fault) => fault.startsWith('nothing moved that nobody acknowledged'))
    },
  },
})
