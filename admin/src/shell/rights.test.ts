// Every change that a page of the back office makes is offered to those only whom the server lets make it: by the button itself
// (ActionButton, BulkAction), by asking `may` for the call, by the answer of the server, or by the screen it is on, which is
// then for the same roles and side.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backoffice } from '@fairturn/contract/backoffice/api'
import { may, SIDES, STAFF_ROLES } from '@fairturn/contract/backoffice/roles'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { expect, test } from 'vitest'
import type { CallName } from './api.ts'
import { mayCall, RIGHTS } from './rights.ts'

const SOURCE = join(import.meta.dirname, '..')
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('shell/rights'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }))

const CHANGES = Object.values(backoffice)
  .flatMap((calls): readonly Endpoint[] => Object.values(calls))
  .filter(({ auth, method }) => auth === 'staff' && method !== 'GET')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as CallName

/** Roles and side of a screen's changes, as routes.tsx declares them; the module itself loads every icon and page. */
function changesOf(screen: string) {
  const routes = readFileSync(join(SOURCE, 'routes.tsx'), 'utf8')
  const [, of = ''] = new RegExp(`^  '?${screen}'?: \\{\n([^]*?)^  \\},`, 'm').exec(routes) ?? []
  const shared = /\.\.\.(MONEY|LEDGER|CONTENT),/.exec(of)?.[1]
  const right =
    shared === undefined
      ? /changes: may\.(\w+)/.exec(of)![1]
      : shared === 'CONTENT'
        ? 'change_content'
        : 'move_money'
  return { roles: may[right as keyof typeof may].toSorted(), side: /side: '(\w+)'/.exec(of)?.[1] }
}

/** Changes gated by the screen they are on. */
const ON_SCREEN: Readonly<Partial<Record<CallName, string>>> = {
  'POST backoffice/bank-mappings': 'bank-mappings',
  'POST backoffice/bank-mappings/trial': 'bank-mappings',
  'POST backoffice/bank-statements': 'bank-statements',
  'POST backoffice/bank-statements/:statement_id/confirm': 'bank-statements',
  'POST backoffice/broadcasts': 'broadcasts',
  'POST backoffice/broadcasts/:broadcast_id': 'broadcasts',
  'POST backoffice/campaigns/:campaign_id/approve': 'campaigns',
  'POST backoffice/campaigns/:campaign_id/pause': 'campaigns',
  'POST backoffice/campaigns/:campaign_id/reject': 'campaigns',
  'POST backoffice/campaigns/:campaign_id/resume': 'campaigns',
  'POST backoffice/campaigns/:campaign_id/take-down': 'campaigns',
  'POST backoffice/files': 'pages',
  'POST backoffice/ledger/adjustments': 'adjustments',
  'POST backoffice/ledger/checks': 'checks',
  'POST backoffice/levels': 'levels',
  'POST backoffice/levels/preview': 'levels',
  'POST backoffice/members/:member_id/lock': 'members',
  'POST backoffice/members/:member_id/lock/confirm': 'members',
  'POST backoffice/members/:member_id/payout-account': 'adjustments',
  'POST backoffice/members/:member_id/refund': 'adjustments',
  'POST backoffice/members/:member_id/unlock': 'members',
  'POST backoffice/objections/:objection_id/decide': 'objections',
  'POST backoffice/orders/reviews/:order_id/decide': 'orders',
  'POST backoffice/pages/:name/:locale': 'pages',
  'POST backoffice/pages/:name/:locale/restore': 'pages',
  'POST backoffice/pages/check': 'pages',
  'POST backoffice/payout-batches': 'payout-batches',
  'POST backoffice/rings/:member_id/reviews': 'orders',
  'POST backoffice/withdrawals/:withdrawal_id/approve': 'withdrawals',
  'POST backoffice/withdrawals/:withdrawal_id/refuse': 'withdrawals',
}
/** Asked for with another expression than the call's name. */
const ASKED: Readonly<Record<string, { readonly path: string; readonly by: string }>> = {
  'POST backoffice/bank-lines/': { path: 'banking/LinePage.tsx', by: 'may(CALL_OF[action])' },
  'POST backoffice/members/:member_id/notes': {
    path: 'members/MemberTags.tsx',
    by: "useMay()('POST backoffice/members/:member_id/notes')",
  },
  'POST backoffice/members/:member_id/tags': {
    path: 'members/MemberTags.tsx',
    by: 'const writes = useMayWriteNotes()',
  },
  'POST backoffice/taken': { path: 'components/taken.tsx', by: 'mayTake(kind, role)' },
}
/** The server says with the record who may. */
const BY_ANSWER: ReadonlySet<string> = new Set([
  'POST backoffice/approvals/:proposal_id/approve',
  'POST backoffice/approvals/:proposal_id/reject',
  'POST backoffice/approvals/:proposal_id/withdraw',
])

const quoted = (name: string) => name.replace(/[/\\^$*+?.()|[\]{}]/g, String.raw`\$&`)
/** How a file writes the call: by its name, or by a constant or property that is it. */
function writtenIn(text: string, name: string): string {
  const constants = [...text.matchAll(new RegExp(`(?:const )?(\\w+)(?: =|:) '${quoted(name)}'`, 'g'))].map(
    ([, one]) => one,
  )
  return `(?:['"]${quoted(name)}['"]${constants.map((one) => `|(?:\\w+\\.)?${one}\\b`).join('')})`
}

function gateOf(name: CallName, text: string): 'button' | 'may' | undefined {
  const written = writtenIn(text, name)
  if (new RegExp(`\\bmay(?:_call)?\\(${written}|useMay\\(\\)\\(${written}`).test(text)) return 'may'
  const used = [...text.matchAll(new RegExp(`endpoint=\\{?${written}`, 'g'))]
  const opened = used.map(
    ({ index }) => /<(\w+)(?:<[^>]*>)?\s[^<]*(?:<Typ[^<]*)?$/.exec(text.slice(0, index))?.[1],
  )
  return used.length > 0 && opened.every((one) => one === 'ActionButton' || one === 'BulkAction')
    ? 'button'
    : undefined
}

test('the table of rights is what the contract declares', () => {
  for (const call of CHANGES) {
    const name = nameOf(call)
    for (const role of STAFF_ROLES)
      for (const side of [...SIDES, null])
        expect([name, role, side, mayCall(name, { role, side })]).toEqual([
          name,
          role,
          side,
          call.roles!.includes(role) && (call.side === undefined || call.side === side),
        ])
  }
  expect(Object.keys(RIGHTS).filter((name) => !CHANGES.some((call) => nameOf(call) === name))).toEqual([])
})

const USED = CHANGES.filter((call) => call.roles!.length < STAFF_ROLES.length).flatMap((call) => {
  const files = FILES.filter(({ text }) => new RegExp(`['"]${quoted(nameOf(call))}['"]`).test(text))
  return files.length === 0 ? [] : [[nameOf(call), call, files] as const]
})

/** What is wrong with how a change is offered; empty if nothing. */
function wrongWith(name: CallName, call: Endpoint, files: typeof FILES): readonly unknown[] {
  const screen = ON_SCREEN[name]
  if (screen !== undefined) {
    const { roles, side } = changesOf(screen)
    return [...roles.filter((role) => !call.roles!.includes(role)), ...(side === call.side ? [] : [side])]
  }
  const asked = Object.entries(ASKED).find(([start]) => name.startsWith(start))?.[1]
  if (asked !== undefined) {
    const { text } = FILES.find(({ path }) => path === asked.path)!
    return text.includes(asked.by) ? [] : [asked.path]
  }
  if (BY_ANSWER.has(name) || FILES.some(({ text }) => gateOf(name, text) === 'may')) return []
  return files.filter(({ text }) => gateOf(name, text) !== 'button').map(({ path }) => path)
}

test.each(USED)('%s is offered to whom the server lets do it', (name, call, files) => {
  expect(wrongWith(name, call, files)).toEqual([])
})
