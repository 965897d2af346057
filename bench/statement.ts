// A statement of many lines, uploaded to a running product, against one hand-written transaction per line on the same
// server; the latency of other calls meanwhile, and the effect of hostile files of the same kind. Run: node
// bench/statement.ts [lines]. It starts its own PostgreSQL, everything durable; members and their deposits are
// inserted directly.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { Client } from 'pg'
import { newReference } from '../server/src/banking/banking.ts'
import { changeSetting } from '../server/src/content/content.ts'
import { checkLedger } from '../server/src/ledger/ledger.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { startEmbedded } from '../server/src/platform/database/embedded.ts'
import { openOperatorSession } from '../server/src/staff/staff.ts'
import { freePort } from '../testing/free-port.ts'
import { migrateAs } from '../testing/postgres.ts'
import { camt053, hostileFiles, IBAN, type Line } from './statement-files.ts'

const LINES = Number(process.argv[2] ?? 20_000)
const MEMBERS = 2_000
const CALLERS = 4
/** Background requests meanwhile: settings and awards from the database, and a list of the back office. */
const CALLS = ['settings', 'list-product-reward', 'level', 'backoffice/bank-lines?state=unmatched']

/** Inserts members, their announced deposits, and payouts that were sent; returns a day's bank lines about them. */
async function fill(schemaOwner: Client): Promise<Line[]> {
  const now = new Date()
  const members = Array.from({ length: MEMBERS }, () => newId(now))
  await schemaOwner.query(
    `insert into member (id, username, username_key, phone, code, locale, created_at)
     select id, 'member ' || no, 'member ' || no, '+84' || (900000000 + no), 'CODE' || no, 'en', now()
     from unnest($1::uuid[]) with ordinality as m (id, no)`,
    [members],
  )
  for (const kind of ['member_available', 'member_held'])
    await schemaOwner.query(`select ledger_open_accounts($1::text[], $2::text[])`, [
      members.map(() => kind),
      members,
    ])
  const references = new Set<string>()
  const take = (prefix: 'FT' | 'FW'): string => {
    const reference = newReference(prefix)
    if (references.has(reference)) return take(prefix)
    references.add(reference)
    return reference
  }
  const lines: Line[] = []
  const deposits: string[] = []
  const withdrawals: string[] = []
  for (let i = 0; i < LINES; i += 1) {
    const minor = 1_000 + (i % 90_000)
    const share = i % 20
    if (share < 14) {
      const reference = take('FT')
      deposits.push(JSON.stringify({ id: newId(now), member_id: members[i % MEMBERS], minor, reference }))
      lines.push({ minor, text: `Nap tien ${reference}` })
    } else if (share < 17) {
      const reference = take('FW')
      withdrawals.push(JSON.stringify({ id: newId(now), member_id: members[i % MEMBERS], minor, reference }))
      lines.push({ minor: -minor, text: reference })
    } else lines.push({ minor: share === 17 ? -minor : minor, text: `no reference ${i}` })
  }
  await schemaOwner.query(
    `insert into deposit (id, member_id, method, amount_minor, reference, created_at, expires_at)
     select (e ->> 'id')::uuid, (e ->> 'member_id')::uuid, 'bank_transfer', (e ->> 'minor')::bigint, e ->> 'reference', now(),
       now() + interval '14 days' from unnest($1::jsonb[]) e`,
    [deposits],
  )
  const releaser = newId(now)
  await schemaOwner.query(
    `insert into operator (id, username, role, side, set_up, created_at) values ($1, 'releaser', 'finance', 'out', true, now())`,
    [releaser],
  )
  await schemaOwner.query(
    `insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, holder, iban, status, requested_at, approved_at,
       approved_by, sent_at, sent_by)
     select (e ->> 'id')::uuid, (e ->> 'member_id')::uuid, (e ->> 'minor')::bigint, 0, e ->> 'reference', 'A Member',
       'DE02120300000000202051', 'sent', now(), now(), $2, now(), $2 from unnest($1::jsonb[]) e`,
    [withdrawals, `operator:${releaser}`],
  )
  await schemaOwner.query('analyze member, account, deposit, withdrawal')
  return lines
}

type StaffHeaders = Record<string, string>
interface Product {
  readonly child: ChildProcess
  readonly base: string
  readonly headers: Record<string, string>
}

async function startProduct(url: string, dataDir: string, headers: Record<string, string>): Promise<Product> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, '../testing/program.ts'), {
    env: {
      ...process.env,
      ROLES: 'web,worker',
      DATABASE_APP_URL: url,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_FACTOR: '100000',
      SECRET: 'a secret of this benchmark alone, long enough',
    },
  })
  const base = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 240; tries += 1) {
    const up = await fetch(`${base}/api/settings`).catch(() => undefined)
    if (up?.ok === true) return { child, base, headers: { ...headers, origin: base } }
    await sleep(250)
  }
  throw new Error('the product did not start')
}

/** Sends the background requests until stopped; returns each latency, in milliseconds. */
function others({ base, headers }: Product): () => Promise<number[]> {
  const stopped = new AbortController()
  const took: number[] = []
  const caller = async (no: number) => {
    for (let i = no; !stopped.signal.aborted; i += 1) {
      const began = performance.now()
      const answer = await fetch(`${base}/api/${CALLS[i % CALLS.length]!}`, { headers })
      await answer.arrayBuffer()
      took.push(performance.now() - began)
      if (!answer.ok) throw new Error(`${CALLS[i % CALLS.length]!} was answered ${answer.status}`)
      await sleep(10)
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, no) => caller(no))
  return async () => {
    stopped.abort()
    await Promise.all(callers)
    return took
  }
}

const percentile = (values: number[], share: number): string =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!.toFixed(0)

const residentMb = ({ child }: Product): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** The peak resident memory while work runs, in MiB above the initial value. */
async function watchMemory<T>(
  product: Product,
  work: () => Promise<T>,
): Promise<{ done: T; moreMb: number }> {
  const before = residentMb(product)
  let highest = before
  const watching = setInterval(() => (highest = Math.max(highest, residentMb(product))), 20)
  try {
    return { done: await work(), moreMb: highest - before }
  } finally {
    clearInterval(watching)
  }
}

interface Uploaded {
  readonly code?: string
  readonly details?: { why?: string }
  readonly data?: { list: { _id: string; new_lines: number }[] }
}

async function upload({ base, headers }: Product, content: string): Promise<Uploaded> {
  const form = new FormData()
  form.set('file', new Blob([content]), 'statement.xml')
  const answer = await fetch(`${base}/api/backoffice/bank-statements`, {
    method: 'POST',
    headers,
    body: form,
  })
  return (await answer.json()) as Uploaded
}

/** A second operator types what the lines say. */
async function confirm(
  { base, second }: Product & { readonly second: StaffHeaders },
  statement_id: string,
  { lines, opening = 0 }: { lines: readonly Line[]; opening?: number },
): Promise<number> {
  const headers = { ...second, origin: base, 'content-type': 'application/json' }
  const path = `${base}/api/backoffice/bank-statements/${statement_id}`
  const asked = (await (await fetch(`${path}/confirmation`, { headers })).json()) as {
    data: { lines: { line_no: number }[] }
  }
  const money = (minor: number) => formatMoney(BigInt(minor))
  const credits = lines.reduce((sum, { minor }) => (minor > 0 ? sum + minor : sum), 0)
  const closing = lines.reduce((sum, { minor }) => sum + minor, opening)
  const body = JSON.stringify({
    closing: money(closing),
    credits: money(credits),
    lines: asked.data.lines.map(({ line_no }) => ({
      line_no,
      reference: lines[line_no - 1]!.text,
      payer: `Nguyen Van ${line_no - 1}`,
    })),
  })
  const answer = await fetch(`${path}/confirm`, { method: 'POST', headers, body })
  const { data, code } = (await answer.json()) as {
    code?: string
    data?: { right: boolean; statement: { lines: number; known_lines: number } }
  }
  if (data?.right !== true) throw new Error(`the statement was not confirmed: ${code ?? 'wrong'}`)
  return data.statement.lines - data.statement.known_lines
}

async function importAll(
  product: Product & { readonly second: StaffHeaders },
  schemaOwner: Client,
  lines: readonly Line[],
) {
  const content = camt053('BENCH-1', lines, { opening: 100 })
  const began = performance.now()
  const { data, code } = await upload(product, content)
  if (data === undefined) throw new Error(`the statement was refused: ${code}`)
  const new_lines = await confirm(product, data.list[0]!._id, { lines, opening: 100 })
  const answeredS = (performance.now() - began) / 1000
  for (;;) {
    const { rows } = await schemaOwner.query<{ n: number }>(
      `select count(*)::int as n from bank_line where status = 'new'`,
    )
    if (rows[0]!.n === 0) break
    await sleep(50)
  }
  return { answeredS, whole_s: (performance.now() - began) / 1000, new_lines }
}

/**
 * One hand-written function call per line: the line, the deposit, two balances, an entry and two postings; one commit
 * each.
 */
async function peer(url: string, lines: number): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    create table peer_line (id uuid primary key, amount bigint not null, body text not null unique);
    create table peer_deposit (id int primary key, state text not null);
    create table peer_account (id int primary key, balance bigint not null);
    create table peer_entry (id uuid primary key);
    create table peer_posting (entry_id uuid, account_id int, amount bigint not null, primary key (entry_id, account_id));
    insert into peer_deposit select i, 'awaiting' from generate_series(0, ${lines}) i;
    insert into peer_account select i, 0 from generate_series(-1, ${MEMBERS}) i;
    create function peer_take(p_id uuid, p_no int, p_amount bigint) returns void language plpgsql as $$
    begin
      insert into peer_line values (p_id, p_amount, 'line ' || p_no);
      update peer_deposit set state = 'credited' where id = p_no and state = 'awaiting';
      update peer_account set balance = balance - p_amount where id = -1;
      update peer_account set balance = balance + p_amount where id = p_no % ${MEMBERS};
      insert into peer_entry values (p_id);
      insert into peer_posting values (p_id, -1, -p_amount), (p_id, p_no % ${MEMBERS}, p_amount);
    end $$`)
  const began = performance.now()
  for (let no = 0; no < lines; no += 1)
    await client.query({
      name: 'take',
      text: 'select peer_take($1, $2, $3)',
      values: [randomUUID(), no, 1_000],
    })
  const tookS = (performance.now() - began) / 1000
  await client.end()
  return tookS
}

let running: ChildProcess | undefined
const folder = await mkdtemp(join(tmpdir(), 'fairturn-statement-'))
const cluster = await startEmbedded({ dataDir: folder })
try {
  const { schemaOwnerUrl, superuserUrl, appUrl } = await migrateAs(cluster.url, cluster.superuserUrl, folder)
  const schemaOwner = new Client({ connectionString: schemaOwnerUrl })
  schemaOwner.on('error', () => undefined)
  await schemaOwner.connect()
  const lines = await fill(schemaOwner)
  // Its opening balance continues the warm-up statement.
  const content = camt053('BENCH-1', lines, { opening: 100 })
  const database = await openDatabase({ url: appUrl, poolSize: 2 })
  const operators = ['importer', 'confirmer'].map((username) => ({ username, id: newId(new Date()) }))
  for (const { username, id } of operators)
    await schemaOwner.query(
      `insert into operator (id, username, role, side, set_up, created_at) values ($1, $2, 'finance', 'in', true, now())`,
      [id, username],
    )
  const tokens = await database.transaction(async (tx) => {
    await changeSetting(tx, 'receive_account', {
      holder: 'Fairturn',
      bank: 'Bank',
      iban: IBAN,
      bic: 'PSSTFRPP',
    })
    return [
      await openOperatorSession(tx, { operator_id: operators[0]!.id, device: 'bench' }),
      await openOperatorSession(tx, { operator_id: operators[1]!.id, device: 'bench' }),
    ] as const
  })
  const headersOf = (token: string): StaffHeaders => ({
    cookie: `staff_session=${token}; __Host-staff_session=${token}`,
    'x-staff': '1',
  })
  const [importing, confirming] = [headersOf(tokens[0]), headersOf(tokens[1])]
  const product = {
    ...(await startProduct(cluster.url, join(folder, 'data'), importing)),
    second: confirming,
  }
  running = product.child
  const warmUp = [{ minor: 100, text: 'warm up' }]
  const { data } = await upload(product, camt053('WARM-UP', warmUp, { day: '2026-01-01' }))
  await confirm(product, data!.list[0]!._id, { lines: warmUp })

  const calm = others(product)
  await sleep(3_000)
  const idle = await calm()

  const stop = others(product)
  const { done, moreMb } = await watchMemory(product, () => importAll(product, schemaOwner, lines))
  const meanwhile = await stop()
  const again = await upload(product, content)
  const findings = await checkLedger(database)
  const { rows } = await schemaOwner.query<{ status: string; n: number }>(
    `select status, count(*)::int as n from bank_line group by status order by status`,
  )
  console.log(`${LINES} lines, ${(content.length / 2 ** 20).toFixed(1)} MiB:`)
  console.log(
    `  answered after ${done.answeredS.toFixed(1)} s, all matched after ${done.whole_s.toFixed(1)} s (goal ≤ 10)`,
  )
  console.log(
    `  other calls meanwhile: p50 ${percentile(meanwhile, 0.5)} ms, p99 ${percentile(meanwhile, 0.99)} ms (goal ≤ 50), most ${percentile(meanwhile, 1)} ms, of ${meanwhile.length}`,
  )
  console.log(
    `  the same before:       p50 ${percentile(idle, 0.5)} ms, p99 ${percentile(idle, 0.99)} ms, most ${percentile(idle, 1)} ms, of ${idle.length}`,
  )
  console.log(`  memory: ${moreMb.toFixed(0)} MiB more`)
  console.log(
    `  ${rows.map(({ status, n }) => `${status} ${n}`).join(', ')}; the same file again: ${again.data?.list[0]!.new_lines} new; ledger: ${findings.length} findings`,
  )
  const peerS = await peer(superuserUrl, LINES)
  console.log(
    `  peer, a transaction a line: ${peerS.toFixed(1)} s, ${(peerS / done.whole_s).toFixed(1)} times as long`,
  )

  for (const [name, file] of hostileFiles()) {
    const asking = others(product)
    const began = performance.now()
    const { done: answer, moreMb: more } = await watchMemory(product, () => upload(product, file))
    const took = performance.now() - began
    const waited = await asking()
    console.log(
      `${name}, ${(file.length / 2 ** 20).toFixed(1)} MiB: ${answer.code ?? 'taken'} ${answer.details?.why ?? ''} after ${took.toFixed(0)} ms; others' p99 ${percentile(waited, 0.99)} ms; ${more.toFixed(0)} MiB more`,
    )
  }
  await database.close()
  await schemaOwner.end()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  if (running !== undefined && running.exitCode === null && running.kill('SIGKILL'))
    await once(running, 'exit')
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
