// The limit of bench/money.ts: a bare route an operation, in a process of its own, which calls one hand-written function
// (money-limit.sql) in one commit, on a copy of the product's database, and answers the bytes that the product answered.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@fairturn/contract/ids'
import Fastify from 'fastify'
import { Client, Pool } from 'pg'
import { hashPassword, verifyPassword } from '../server/src/platform/credentials/passwords.ts'
import { type Doing, keyOf, type Operation, PASSWORD } from './money-world.ts'

/** Connections of the pool: 10 and 40 were slower or the same. */
const CONNECTIONS = 20
const DATABASE = 'money_limit'

/** Copies the database, to which nobody is connected; returns the copy's URL, without triggers and foreign keys. */
export async function copyForLimit(superuserUrl: string): Promise<string> {
  const { pathname } = new URL(superuserUrl)
  const admin = new URL(superuserUrl)
  admin.pathname = '/postgres'
  await runAs(admin.href, `create database ${DATABASE} template "${pathname.slice(1)}"`)
  const url = new URL(superuserUrl)
  url.pathname = `/${DATABASE}`
  await runAs(url.href, readFileSync(join(import.meta.dirname, 'money-limit.sql'), 'utf8'))
  return url.href
}

async function runAs(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** What the product answered to each operation: sent as it is, and stored where the product stores it. */
export type Answers = Readonly<
  Record<Operation, { readonly headers: Record<string, string>; readonly body: string }>
>
export interface LimitOrder {
  readonly url: string
  readonly answers: Answers
  readonly link_id: string
}

type Values = (doing: Doing, now: Date) => unknown[]
const letters = () => randomUUID().replaceAll('-', '').slice(0, 4).toUpperCase()

function valuesOf({ answers, link_id }: LimitOrder): Record<Operation, Values> {
  return {
    claim: ({ member_id, order_id }, now) => [member_id, order_id, newId(now), randomUUID()],
    deposit: ({ member_id, deposit_id }, now) => [
      member_id,
      deposit_id,
      `evt_${newId(now)}`,
      `pi_${newId(now)}`,
      newId(now),
      newId(now),
      randomUUID(),
    ],
    campaign: (doing) => [
      doing.member_id,
      doing.session_id,
      doing.campaign_id,
      randomUUID(),
      keyOf('campaign', doing),
      answers.campaign.body,
    ],
    withdrawal: (doing, now) => [
      doing.member_id,
      newId(now),
      `FW-${letters()}-${letters()}`,
      newId(now),
      randomUUID(),
      keyOf('withdrawal', doing),
      answers.withdrawal.body,
    ],
    level: (doing, now) => [
      doing.member_id,
      newId(now),
      newId(now),
      randomUUID(),
      keyOf('level', doing),
      answers.level.body,
    ],
    link: (_doing, now) => [newId(now), link_id],
  }
}

/** Serves until the process ends; returns the port. */
async function serve(order: LimitOrder): Promise<number> {
  const pool = new Pool({
    connectionString: order.url,
    max: CONNECTIONS,
    options: '-c session_replication_role=replica',
  })
  const fastify = Fastify()
  const hash = await hashPassword(PASSWORD)
  for (const [operation, values] of Object.entries(valuesOf(order)) as [Operation, Values][]) {
    const name = `limit_${operation}`
    const { headers, body } = order.answers[operation]
    fastify.post(`/${operation}`, async (request, reply) => {
      if (operation === 'withdrawal') await verifyPassword(PASSWORD, hash)
      const given = values(request.body as Doing, new Date())
      const text = `select ${name}(${given.map((_, i) => `$${i + 1}`).join(', ')})`
      await pool.query({ name, text, values: given })
      return reply.headers(headers).send(body)
    })
  }
  return Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
}

if (import.meta.main)
  process.once('message', (order) => void serve(order as LimitOrder).then((port) => process.send?.(port)))
