// Cuts connections right after the work is done: between PostgreSQL and the product after a COMMIT whose acknowledgement is
// lost, and between the product and its callers while the response is in transit. A retry with the same idempotency key
// settles each; another key would execute it twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { chance } from '../testing/random.ts'
import { type TcpProxy, openProxy } from '../testing/tcp-proxy.ts'
import { PARTS, type TransientOutcome, transientFault, recovery } from './transient-fault.ts'
import { runTrial, type Scene } from './trial.ts'
import type { Print } from './verdict.ts'

const SHARE = 0.08
const OPERATIONS = 40
const MAX_MORE = 5
/** PostgreSQL's message for a durable transaction (CommandComplete). */
const COMMITTED = Buffer.from('COMMIT\0')
const SETTLES_MS = 2_000

export async function drillCutAnswers(
  options: { times: number; members: number; new_keys?: boolean },
  print: Print,
): Promise<TransientOutcome> {
  const proxies: TcpProxy[] = []
  const opened = async (port: number) => {
    const proxy = await openProxy(port)
    proxies.push(proxy)
    return proxy.port
  }
  const recoveriesMs: number[] = []
  try {
    const outcome = await runTrial({
      cluster: { parts: PARTS, between: opened },
      members: options.members,
      async during(scene) {
        const { world } = scene
        const web = [...world.ports.web]
        world.ports.web = await Promise.all(web.map(opened))
        world.stats.new_keys = options.new_keys ?? false
        for (let time = 1; time <= options.times; time += 1) {
          await cutConnections(scene, proxies)
          recoveriesMs.push(await recovery(scene, print, `cut connections ${time}`))
        }
        const cut = proxies.map((proxy) => proxy.cut)
        print(
          `${cut[0]} connections to PostgreSQL were cut after a COMMIT, ${cut[1]! + cut[2]!} answers on their way`,
        )
        await sleep(SETTLES_MS)
      },
    })
    return { ...outcome, recoveriesMs }
  } finally {
    for (const proxy of proxies) proxy.close()
  }
}

/** Cuts some connections during a number of operations: to PostgreSQL after a COMMIT, elsewhere at any time. */
export async function cutConnections(
  scene: Scene,
  [database, ...answers]: readonly TcpProxy[],
): Promise<void> {
  const proxies = [database!, ...answers]
  const before = proxies.map(({ cut }) => cut)
  database!.cuts = (heard) => heard.includes(COMMITTED) && chance(SHARE)
  for (const proxy of answers) proxy.cuts = () => chance(SHARE)
  const isSpared = () => proxies.some(({ cut }, at) => cut === before[at])
  await scene.more(OPERATIONS)
  // By chance one may have been spared so far.
  for (let more = 0; isSpared() && more < MAX_MORE; more += 1) await scene.more(OPERATIONS)
  for (const proxy of proxies) proxy.cuts = () => false
  if (isSpared()) throw new Error('nothing was cut')
}

export const cutAnswers = transientFault({
  name: 'cut-answers',
  shows: 'a committed operation without a response is settled by the same key, and takes effect once',
  times: 3,
  inject: drillCutAnswers,
  control: {
    what: 'callers who ask again with another key',
    async run(members, print) {
      const { faults } = await drillCutAnswers({ times: 3, members, new_keys: true }, print)
      return faults.filter((fault) => fault.startsWith('nothing moved that nobody acknowledged'))
    },
  },
})
