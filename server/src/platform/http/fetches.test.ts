// Outgoing requests by file: URLs supplied by users are fetched only by safe-fetch.ts. Derived from the sources, so
// that a new call fails here until the origin of its URL is documented.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../..')
const WAYS_OUT =
  /\bfetch\(|\bnew (?:WebSocket|EventSource)\b|from '(?:node:(?:http|https|http2|net|tls|dgram)|undici|pg|stripe|nodemailer|@aws-sdk\/[\w-]+|@opentelemetry\/exporter[\w-]+)'/

/** The reason for each; none of these URLs can be chosen by a member, a visitor or an operator. */
const KNOWN: Readonly<Record<string, string>> = {
  'platform/http/safe-fetch.ts': 'the guarded way itself',
  'platform/database/database.ts': 'the database of the deployment',
  'platform/database/login.ts': 'the database of the deployment',
  'platform/database/listener.ts': 'the database of the deployment',
  'platform/database/replica.ts': 'its standby, of the deployment too',
  'platform/database/statement.ts': 'types of what the database answers',
  'platform/database/migrate.ts': 'the database of the deployment',
  'platform/database/embedded.ts': 'the database of the deployment',
  'operations/deployment.ts': 'the database of the deployment',
  'operations/backup.command.ts': 'the database of the deployment',
  'operations/migrate.command.ts': 'the database of the deployment',
  'campaigns/landing.ts': 'asks whether this machine reaches the internet: fixed hosts, nothing is sent',
  'platform/http/protocol.ts': 'types of requests that came in',
  'platform/files/bucket.ts': 'the bucket of the deployment',
  'platform/http/server.ts': 'types of sockets that came in',
  'notices/mail.ts': 'the mail server of the deployment',
  'operations/recovery.ts': 'the database of the deployment',
  'operations/base-backup.ts': 'the database of the deployment',
  'deposits/stripe.ts': 'the card provider’s own client',
  'members/phone-sender.ts':
    'the sender of phone codes of the deployment: redirects are refused, time bounded',
  'banking/directory.ts': 'the directory of the deployment: redirects are refused, size and time bounded',
  'platform/telemetry/probes.ts': 'a server, for what comes in',
  'platform/telemetry/traces.ts': 'the collector of the deployment',
  'tracking/beacon.ts': 'runs in the page that embeds it',
  'tracking/distribute.command.ts': 'the database of the deployment',
  'platform/http/address.ts': 'judges addresses that came in',
  'tracking/visitor.ts': 'judges addresses that came in',
  'platform/credentials/attempts.ts': 'judges addresses that came in',
  'operations/rotation.ts': 'the database of the deployment',
  'platform/queue/stale-jobs.ts': 'the database of the deployment',
  'platform/queue/queue.ts': 'the database of the deployment',
  'platform/telemetry/log.ts': 'the log, to where the process writes',
  'platform/credentials/webauthn.ts': 'checks whether a host is an address',
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name)
    if (each.isDirectory()) return sources(path)
    return each.name.endsWith('.ts') && !each.name.endsWith('.test.ts') ? [path] : []
  })
}
const waysOut = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].filter(([, text]) => WAYS_OUT.test(text)).map(([file]) => file)

const texts = new Map(sources(SOURCES).map((path) => [relative(SOURCES, path), readFileSync(path, 'utf8')]))

// ASVS V1.3.6 V13.1.1 V13.2.4 V13.2.5 V16.2.3
test('only the listed files make outgoing requests', () => {
  expect(waysOut(texts).filter((file) => !(file in KNOWN))).toEqual([])
})

test('and a new one would be detected', () => {
  for (const line of [
    'await fetch(url)',
    "import { request } from 'node:https'",
    "import { Agent } from 'undici'",
  ])
    expect(waysOut(new Map([['orders/new.ts', line]]))).toEqual(['orders/new.ts'])
})

test('URLs supplied by members are fetched by safe-fetch: landing pages and push services', () => {
  for (const file of ['campaigns/landing.ts', 'notices/push.ts'])
    expect(texts.get(file)).toMatch(/safeFetch\(/)
})
