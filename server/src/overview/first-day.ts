// First-day checklist: what a new deployment needs before real members and money. What only a person can know is confirmed
// by name.
import type { FirstDay, PROXY_PROBLEMS } from '@fairturn/contract/backoffice/dashboard'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import type { FastifyRequest } from 'fastify'
import { missingImprints, settingsOf } from '../content/content.ts'
import { codesAreSent, type PhoneCodes } from '../members/members.ts'
import type { Config } from '../platform/config.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { actorOf, recordAuditEvent } from '../staff/staff.ts'
import { addressOfHolder } from '../withdrawals/withdrawals.ts'
import { selectConfirmed, selectFirstDay, selectTestMails } from './overview.store.ts'
import { MEMBERS } from './test-mail.ts'

/** Dual approval needs two, and one may be ill. */
const OWNERS_NEEDED = 3

type Step = FirstDay['steps'][number]
type FirstDayConfig = Pick<Config, 'adminOrigin' | 'alarmMail' | 'demo' | 'mail' | 'trustProxy'>

/** `request`: the current one, which shows how requests arrive through the proxy. */
export async function firstDayOf(
  on: Queryable & { readonly clock: { now(): Date } },
  config: FirstDayConfig,
  request: FastifyRequest,
  phone_codes: PhoneCodes | undefined,
): Promise<FirstDay> {
  const { owners, joinable, backup_at } = await selectFirstDay.one(on, { now: on.clock.now() })
  const { receive_account, link_support, mobile_networks } = await settingsOf(on)
  const confirmations = new Map(
    (await selectConfirmed.all(on)).map(({ step, at, by }) => [step, { at: at.toISOString(), by }]),
  )
  const confirmed = (step: string) => confirmations.get(step) ?? null
  const problems = proxyProblems(config, request)
  const tested = new Map((await selectTestMails.all(on)).map((row) => [row.mailbox, row]))
  const mailStep = (name: 'mail' | 'alarms', mailboxes: readonly string[]): Step => {
    const mails = mailboxes.map((mailbox) => {
      const { requested_at, accepted_at, refusal = null } = tested.get(mailbox) ?? {}
      return {
        to: mailbox === MEMBERS ? null : mailbox,
        requested_at: requested_at?.toISOString() ?? null,
        accepted_at: accepted_at?.toISOString() ?? null,
        refusal,
      }
    })
    const arrives = mails.every(({ accepted_at, refusal }) => accepted_at !== null && refusal === null)
    return step(name, mails.length > 0 && arrives, { mails })
  }
  const sends = await codesAreSent(on, phone_codes, on.clock.now())
  const missing = await missingImprints(on)
  const languages = LOCALES.map((locale) => ({ locale, confirmed: confirmed(pagesIn(locale)) }))
  return {
    demo: config.demo,
    steps: [
      step('owners', owners >= OWNERS_NEEDED, { count: owners }),
      step('proxy', problems.length === 0, { problems }),
      mailStep('mail', config.mail === undefined ? [] : [MEMBERS]),
      mailStep('alarms', config.mail === undefined ? [] : config.alarmMail),
      step('phone_codes', sends && !phone_codes?.onScreen),
      step('mobile_networks', mobile_networks.length > 0),
      step('backup', backup_at !== null || confirmations.has('backup'), {
        at: backup_at?.toISOString() ?? null,
        confirmed: confirmed('backup'),
      }),
      step('receive_account', receive_account !== null && addressOfHolder(receive_account) !== null),
      step('support', link_support !== null && link_support !== ''),
      step('levels_and_fees', confirmations.has('levels_and_fees'), {
        confirmed: confirmed('levels_and_fees'),
      }),
      step('imprint', missing.length === 0, { missing }),
      step(
        'pages',
        languages.every(({ confirmed }) => confirmed !== null),
        { languages },
      ),
      step('invitations', joinable),
      step('demo_off', !config.demo),
    ],
  }
}

const step = (name: Step['step'], done: boolean, known: Partial<Step> = {}): Step => ({
  step: name,
  done,
  count: null,
  at: null,
  missing: [],
  problems: [],
  confirmed: null,
  languages: [],
  mails: [],
  ...known,
})

/** Problems with how this request arrived, given PUBLIC_ORIGIN, PUBLIC_API_BASE and TRUST_PROXY. */
function proxyProblems(
  { adminOrigin, trustProxy }: FirstDayConfig,
  request: FastifyRequest,
): (typeof PROXY_PROBLEMS)[number][] {
  const problems: (typeof PROXY_PROBLEMS)[number][] = []
  if (adminOrigin === undefined) problems.push('no_public_origin')
  else if (!adminOrigin.startsWith('https:')) problems.push('no_tls')
  const forwarded = request.headers['x-forwarded-for'] !== undefined
  // Untrusted proxy: every visitor appears with its address, so all share one rate limit. The forwarded addresses are used
  // only if it is trusted; comparing addresses would accuse one whose machine the browser is on, too.
  const isTrusted = (request.ips?.length ?? 1) > 1
  if (forwarded && !isTrusted) problems.push('proxy_is_not_trusted')
  else if (!forwarded && trustProxy.length > 0) problems.push('proxy_was_bypassed')
  else if (adminOrigin !== undefined && `${request.protocol}://${request.host}` !== adminOrigin)
    problems.push('other_origin')
  return problems
}

const pagesIn = (locale: Locale): string => `pages ${locale}`

type Confirmed =
  | { readonly step: 'levels_and_fees' }
  | { readonly step: 'pages'; readonly locale: Locale }
  | { readonly step: 'backup'; readonly reason: string }

/** Records who confirmed a step. An earlier confirmation remains the one shown. */
export async function confirmStep(tx: Tx, confirmed: Confirmed, operator_id: string): Promise<void> {
  const id = confirmed.step === 'pages' ? pagesIn(confirmed.locale) : confirmed.step
  await recordAuditEvent(tx, {
    actor: actorOf({ operator_id }),
    action: 'first_day_confirmed',
    object: { kind: 'first_day', id },
    ...(confirmed.step === 'backup' && { reason: confirmed.reason }),
  })
}
