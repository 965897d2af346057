// Every change that a page of the back office makes is offered to those only whom the server lets make it: by the button itself
// (ActionButton, BulkAction), by asking `may` for the call, by the answer of the server, or by the screen it is on, which is
// then for the same roles and side.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backoffice } from '@fairturn/contract/backoffice/api'
import { SIDES, STAFF_ROLES } from '@fairturn/contract/backoffice/roles'
import type { Endpoint } from '@fairturn/contract/endpoint'
import { expect, test } from 'vitest'
import { SCREENS } from '../routes.tsx'
import type { CallName } from './api.ts'
import { mayCall, RIGHTS } from './rights.ts'
import type { Screen } from './screen.ts'

const SOURCE = join(import.meta.dirname, '..')
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('shell/rights'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }))

const CHANGES = Object.values(backoffice)
  .flatMap((calls) => Object.values(calls) as readonly Endpoint[])
  .filter(({ auth, method }) => auth === 'staff' && method !== 'GET')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as CallName

/** Changes gated by the screen they are on. */
const ON_SCREEN: Readonly<Partial<Record<CallName, keyof typeof SCREENS>>> = {
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
  const constants = [...text.matchAll(new RegExp(`(?:const )?(\\w+)(?: =|:) '${quoted(name)}'`, 'g'))].map(([, one]) => one!)
  return `(?:['"]${quoted(name)}['"]${constants.map((one) => `|(?:\\w+\\.)?${one}\\b`).join('')})`
}

function gateOf(name: CallName, text: string): 'button' | 'may' | undefined {
  const written = writtenIn(text, name)
  if (new RegExp(`\\bmay(?:_call)?\\(${written}|useMay\\(\\)\\(${written}`).test(text)) return 'may'
  const used = [...text.matchAll(new RegExp(`endpoint=\\{?${written}`, 'g'))]
  const opened = used.map(({ index }) => /<(\w+)(?:<[^>]*>)?\s[^<]*(?:<Typ[^<]*)?$/.exec(text.slice(0, index))?.[1])
  return used.length > 0 && opened.every((one) => one === 'ActionButton' || one === 'BulkAction') ? 'button' : undefined
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

test.each(USED)('%s is offered to whom the server lets do it', (name, call, files) => {
  const screen = ON_SCREEN[name]
  if (screen !== undefined) {
    const { changes, side }: Screen = SCREENS[screen]
    expect({ changes: changes.toSorted(), side }).toEqual({ changes: call.roles!.toSorted(), side: call.side })
    return
  }
  if (BY_ANSWER.has(name)) return
  expect(files.map(({ path, text }) => [path, gateOf(name, text)])).toEqual(
    files.map(({ path }) => [path, expect.stringMatching(/^(button|may)$/)]),
  )
})
