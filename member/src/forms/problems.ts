import type { Endpoint } from '@fairturn/contract/endpoint'
import type { MemberMessageCode } from '@fairturn/contract/messages'

/** What is wrong with a field: a message of the contract, or a text of the screen. */
export type Problem = MemberMessageCode | { text: string } | false | undefined
export type Problems = Readonly<Record<string, Problem>>

/** Loaded when a form is first filled in: with its schemas comes zod, too much for a first screen. */
export type SchemaLoader = () => Promise<NonNullable<Endpoint['body']>>

/** What the contract's schema refuses in `body`, by field; nothing where it could not be loaded: the server decides. */
export async function problemsOf(load: SchemaLoader, body: unknown): Promise<Problems> {
  const schema = await load().catch(() => undefined)
  const issues = schema?.safeParse(body).error?.issues ?? []
  // The first refusal of a field is the one to fix first.
  return Object.fromEntries(
    issues.map(({ path, message }) => [path.join('.'), message as MemberMessageCode]).toReversed(),
  )
}
