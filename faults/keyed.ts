// A call with its own idempotency key, sometimes as networks and impatient users cause it: concurrently twice, repeated
// later, or with other content. Acknowledgements are recorded before the next request.
import type { AnswerOf, Endpoint } from '@fairturn/contract/endpoint'
import { chance } from '../testing/random.ts'
import { type CallAnswer, type CallInput, newKey } from '../testing/requests.ts'
import type { Acknowledged } from './records.ts'
import { type Person, type World, requestAs } from './world.ts'

const TWICE_AT_ONCE = 0.08
const AGAIN = 0.08
const OTHER_WORDS = 0.04

interface Keyed<E extends Endpoint> {
  readonly operation: string
  readonly sent: Omit<CallInput<E>, 'headers' | 'key'>
  /** Other content for the same key. */
  readonly other?: CallInput<E>['body']
  /** Must be equal in every response to the same key. */
  readonly same: (data: AnswerOf<E>) => unknown
  readonly acknowledged: (data: AnswerOf<E>) => Omit<Acknowledged, 'operation' | 'key'>
}

/** Calls with its own idempotency key, sometimes repeated or concurrent; undefined if refused. */
export async function keyed<E extends Endpoint>(
  world: World,
  person: Person,
  endpoint: E,
  { operation, sent, other, same, acknowledged }: Keyed<E>,
): Promise<AnswerOf<E> | undefined> {
  const key = newKey()
  const once = () => requestAs(world, person, endpoint, { ...sent, key })
  const answers = await Promise.all(chance(TWICE_AT_ONCE) ? [once(), once()] : [once()])
  const done = answers.filter(({ status }) => status === 200)
  const [first] = done
  if (first === undefined) {
    world.records.refuse({ operation, key })
    return undefined
  }
  // Recorded before the next request: from here on it must not be lost.
  world.records.acknowledge({ operation, key, ...acknowledged(first.data) })
  if (chance(AGAIN)) done.push(await once())
  for (const again of done.slice(1)) compare(world, operation, same, first, again)
  if (other !== undefined && chance(OTHER_WORDS)) {
    const { status, code } = await requestAs(world, person, endpoint, { ...sent, body: other, key })
    if (code !== 'idempotency_key_was_used')
      world.faults.push(`${operation}: a key with other words was answered ${status} ${code}`)
  }
  return first.data
}

function compare<E extends Endpoint>(
  world: World,
  operation: string,
  same: (data: AnswerOf<E>) => unknown,
  first: CallAnswer<E>,
  again: CallAnswer<E>,
): void {
  const equal = again.status === 200 && JSON.stringify(same(first.data)) === JSON.stringify(same(again.data))
  if (!equal)
    world.faults.push(`${operation}: one key had two answers, the second ${again.status} ${again.code}`)
}
