import type { Endpoint } from '@fairturn/contract/endpoint'
import type { MemberMessageCode } from '@fairturn/contract/messages'

/** The error of a field: a message code of the contract, or a text of the screen. */
export type Problem = MemberMessageCode | { text: string } | false | undefined
export type Problems = Readonly<Record<string, Problem>>

/** Loaded when a form is first filled in: the schemas bring zod, which is too large for the first screen. */
export type SchemaLoader = () => Promise<NonNullable<Endpoint['body']>>

/**
 * What the contract's schema rejects in `body`, by field; nothing if the schema could not be loaded, since
 * the server validates too.
 */
export async function problemsOf(load: SchemaLoader, body: unknown): Promise<Problems> {
  const schema = await load().catch(() => undefined)
  const issues = schema?.safeParse(body).error?.issues ?? []
  // The first issue of a field wins.
  return Object.fromEntries(
    issues.map(({ path, message }) => [path.join('.'), message as MemberMessageCode]).toReversed(),
  )
}
