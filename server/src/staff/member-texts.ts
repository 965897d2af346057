// Texts that a member reads (spec §7): one with an account number, a phone, a mail address or a foreign link is not written
// by one operator. The call is checked, undone and proposed as it is; another operator of its roles approves exactly that
// (member-texts.test.ts).
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { type ContactDetail, findContactDetails, findPromises } from '@fairturn/contract/contact-details'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { z } from 'zod'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { App, Routes } from '../platform/http/app.ts'
import { type Answer, bind, type Call } from '../platform/http/bind.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type ActingOperator, defineProposal, propose, type ProposalKind } from './approvals.ts'
import { actorOf } from './audit-log.ts'
import { lockOperators } from './operators.store.ts'
import { currentSide } from './sides.ts'

type MemberTextEndpoint = Endpoint & { readonly auth: 'staff'; readonly member_texts: readonly string[] }

/** What a handler may use: it also runs without a request, when a second operator approves. */
export type MemberTextCall<E extends MemberTextEndpoint> = Pick<
  Call<E>,
  'app' | 'body' | 'params' | 'now' | 'transaction'
> & {
  readonly operator: ActingOperator
  /** Whose work it is, as actors: the operator's, and that of whoever approves the text. */
  readonly actors: readonly string[]
}

/** Texts by name, and the hosts that they may name, e.g. a campaign's landing address. */
export interface MemberTexts {
  readonly texts: Readonly<Record<string, string>>
  readonly own_hosts?: readonly string[]
  /** A promise of money takes two people, too. */
  readonly promises?: boolean
  /** Operators who decided what the text is about: they do not approve it. The call itself refuses them too. */
  readonly excluded?: readonly string[]
}

type Run = (
  tx: Tx,
  sent: { params: unknown; body: unknown },
  by: Pick<MemberTextCall<MemberTextEndpoint>, 'operator' | 'actors'>,
) => Promise<unknown>

/** By app, because the kinds are defined before the calls are bound. */
const runs = new WeakMap<App, Map<string, Run>>()

const KINDS = {
  text_of_support: may.change_members,
  text_of_reviewers: may.review_campaigns,
  text_of_finance: may.move_money,
} as const satisfies Record<string, readonly StaffRole[]>

const content = z.strictObject({
  call: z.string(),
  params: z.record(z.string(), z.unknown()),
  body: z.record(z.string(), z.unknown()),
  texts: z.record(z.string(), z.string()),
  own_hosts: z.array(z.string()),
  excluded: z.array(z.string()).optional(),
})
const excludedOf = ({ excluded = [] }: z.output<typeof content>) => excluded

/** One kind for each set of roles: whoever may make the call may approve it. */
export const memberTextProposals = (app: App): ProposalKind[] =>
  Object.entries(KINDS).map(([kind, roles]) =>
    defineProposal({
      kind,
      content,
      proposers: roles,
      approvers: roles,
      excluded: excludedOf,
      async execute(tx, { call, params, body }, { proposed_by, actor }) {
        const run = runs.get(app)?.get(call)
        if (run === undefined) throw new Error(`nobody carries out the call ${call}`)
        const proposer = (await lockOperators.all(tx)).find(({ id }) => id === proposed_by)!
        const side = currentSide(proposer, tx.now)
        const operator = { operator_id: proposed_by, role: proposer.role, side }
        await run(tx, { params, body }, { operator, actors: [actorOf(operator), actor] })
      },
    }),
  )

class Undone extends Error {}

/**
 * Binds a call whose texts, by default the fields that it `member_texts`, a member reads. With a contact detail in one it refuses
 * `this_text_takes_two_people`, with the proposal made of it; what the call itself refuses comes first.
 */
export function bindMemberText<const E extends MemberTextEndpoint>(
  routes: Routes,
  endpoint: E,
  handler: (call: MemberTextCall<E>) => Promise<Answer<E>>,
  textsOf: (
    on: Queryable,
    sent: { params: MemberTextCall<E>['params']; body: MemberTextCall<E>['body'] },
  ) => Promise<MemberTexts> = async (_on, { body }) => ({ texts: fieldsOf(body, endpoint.member_texts) }),
): void {
  const { app } = routes
  const name = `${endpoint.method} ${endpoint.path}`
  const registered = runs.get(app) ?? new Map<string, Run>()
  runs.set(app, registered)
  registered.set(name, (tx, sent, by) =>
    handler({ ...sent, ...by, app, now: tx.now, transaction: (work) => work(tx) } as MemberTextCall<E>),
  )

  const callOf = (unparsed: Call<MemberTextEndpoint>) =>
    ({ ...unparsed, actors: [actorOf(unparsed.operator)] }) as unknown as MemberTextCall<E>
  bind(routes, endpoint as MemberTextEndpoint, {
    // Outside the call's transaction: what is tried is undone, and the proposal stays though the call is refused.
    async before(unparsed) {
      const call = callOf(unparsed)
      const { params, body } = call
      const written = await textsOf(app.database, { params, body })
      const found = contactDetailsIn(app, written)
      if (found.length === 0) return
      await checkAndUndo(app, handler, call)
      const proposal_id = await app.database.transaction((tx) =>
        proposeCall(tx, endpoint, { ...call, ...written }),
      )
      throw refuse('this_text_takes_two_people', { proposal_id, found })
    },
    handler: (unparsed) => handler(callOf(unparsed)),
  })
}

/** What makes the texts take two people. */
export function contactDetailsIn(
  app: App,
  { texts, own_hosts = [], promises = false }: MemberTexts,
): ContactDetail[] {
  const hosts = [...ownHosts(app), ...own_hosts]
  const written = Object.values(texts)
  const found = written.flatMap((text) => findContactDetails(text, hosts))
  return promises ? found.concat(written.flatMap(findPromises)) : found
}

/** Runs the call and rolls it back, so that what could never be executed is refused to whoever wrote it. */
async function checkAndUndo<E extends MemberTextEndpoint>(
  app: App,
  handler: (call: MemberTextCall<E>) => Promise<Answer<E>>,
  call: MemberTextCall<E>,
): Promise<void> {
  const transaction: MemberTextCall<E>['transaction'] = (work) =>
    app.database.transaction(async (tx) => {
      await work(tx)
      throw new Undone()
    })
  try {
    await handler({ ...call, transaction })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

async function proposeCall(
  tx: Tx,
  endpoint: MemberTextEndpoint,
  {
    params,
    body,
    texts,
    own_hosts = [],
    excluded,
    operator,
  }: MemberTexts & {
    params: unknown
    body: unknown
    operator: ActingOperator
  },
): Promise<string> {
  const kind = kindOf(endpoint)
  const call = `${endpoint.method} ${endpoint.path}`
  const fields = (part: unknown) => (part ?? {}) as Record<string, unknown>
  const sent = {
    call,
    params: fields(params),
    body: fields(body),
    texts,
    own_hosts: [...own_hosts],
    ...(excluded !== undefined && excluded.length > 0 && { excluded: [...excluded] }),
  }
  const reason = 'The text names somebody to turn to.'
  return await propose(tx, kind, sent, reason, operator)
}

function kindOf({ path, roles = [] }: MemberTextEndpoint) {
  const kind = Object.entries(KINDS).find(([, each]) => each.join() === roles.join())
  if (kind === undefined) throw new Error(`no kind of proposal for the roles of ${path}`)
  return defineProposal({
    kind: kind[0],
    oneOpenFor: 'content',
    content,
    proposers: kind[1],
    approvers: kind[1],
    excluded: excludedOf,
    execute: async () => undefined,
  })
}

const fieldsOf = (body: unknown, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body ?? {}).filter(
      (entry): entry is [string, string] => names.includes(entry[0]) && typeof entry[1] === 'string',
    ),
  )

/** Hosts of this deployment, which are not foreign. */
export const ownHosts = ({ config }: Pick<App, 'config'>): string[] =>
  [config.publicOrigin, config.apiOrigin, config.adminOrigin, config.linkOrigin].flatMap((origin) =>
    origin === undefined ? [] : [new URL(origin).hostname],
  )

/** Refuses `reason_names_contact_details`: for texts that a member reads and that nobody could approve in time. */
export function refuseContactDetails(app: App, text: string): void {
  const found: ContactDetail[] = findContactDetails(text, ownHosts(app))
  if (found.length > 0) throw refuse('reason_names_contact_details', { found })
}
