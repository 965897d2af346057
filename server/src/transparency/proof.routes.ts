// Calls on proofs: statements for everybody, evidence for a member, creation and key rotation for staff.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminProofCalls, proofCalls as calls } from '@fairturn/contract/proofs'
import type { Routes } from '../platform/http/app.ts'
import { bindPublic } from '../platform/http/bind-public.ts'
import { bind } from '../platform/http/bind.ts'
import { decodeCursor } from '../platform/http/cursor.ts'
import { openToAll } from '../platform/http/public.ts'
import { Refusal, refuse } from '../platform/http/refusal.ts'
import { actorOf, recordAuditEvent } from '../staff/staff.ts'
import { proofKeys, replaceKey } from './proof-keys.ts'
import { awardProofOf, evidenceOf, getProof, groupsOf, listProofs, makeProof, proofSecrets } from './proof.ts'

const MINUTE_S = 60
const DAY_S = 86_400
const NUMBER = /^\d{1,9}$/

/** How a proof is verified byte by byte, and a program that does so; both are offered to members. */
const ABOUT = {
  '/docs/proof.md': ['docs/proof.md', 'text/markdown; charset=utf-8'],
  '/docs/verify-proof.mjs': ['scripts/verify-proof.mjs', 'text/plain; charset=utf-8'],
} as const
const ROOT = join(import.meta.dirname, '../../..')

export function proofRoutes(routes: Routes): void {
  serveAbout(routes)
  const { database, config } = routes.app
  const secrets = proofSecrets(config)

  bind(routes, calls.list, async ({ query, request, reply }) => {
    const below = query.cursor === undefined ? undefined : Number(decodeCursor(query.cursor, NUMBER))
    const data = await listProofs(database, below)
    openToAll(request, reply, MINUTE_S, data)
    return { data }
  })

  bindPublic(routes, calls.keys, async () => ({ list: await proofKeys(database) }), { openS: MINUTE_S })

  bind(routes, calls.proof, async ({ params, request, reply }) => {
    const data = await getProof(database, params.proof_id)
    openToAll(request, reply, DAY_S, data)
    return { data }
  })

  bind(routes, calls.groups, async ({ params, request, reply }) => {
    const data = await groupsOf(database, params.proof_id)
    openToAll(request, reply, DAY_S, data)
    return { data }
  })

  bind(routes, calls.mine, async ({ viewer, body }) => ({
    data: await evidenceOf(database, secrets, {
      member_id: viewer.member_id,
      proof_id: body.proof_id,
      lines_from: body.lines_from,
    }),
  }))

  bind(routes, calls.award, async ({ params, request, reply }) => {
    const data = await awardProofOf(database, secrets, params.entry_id)
    openToAll(request, reply, data.found === null ? MINUTE_S : DAY_S, data)
    return { data }
  })

  bindOfStaff(routes, secrets)
}

/** What proofs are, and the program that checks them. */
function serveAbout({ fastify }: Routes): void {
  for (const [address, [file, type]] of Object.entries(ABOUT))
    fastify.get(address, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .header('access-control-allow-origin', '*')
        .send(await readFile(join(ROOT, file))),
    )
}

function bindOfStaff(routes: Routes, secrets: ReturnType<typeof proofSecrets>): void {
  const { database } = routes.app

  bind(routes, adminProofCalls.make, async ({ operator }) => {
    const actor = actorOf(operator)
    const proof_id = await makeProof(database, secrets, actor).catch((error: unknown) => {
      if (error instanceof Refusal) throw error
      throw refuse('proof_cannot_be_made', { reason: error instanceof Error ? error.message : String(error) })
    })
    const { heads: _, ...made } = await getProof(database, proof_id)
    await database.transaction((tx) =>
      recordAuditEvent(tx, {
        actor,
        action: 'proof_made',
        object: { kind: 'proof', id: proof_id },
        after: { number: made.number, total: made.total, hash: made.hash },
      }),
    )
    return { data: made }
  })

  bind(routes, adminProofCalls.changeKey, async ({ operator, transaction }) => ({
    data: await transaction(async (tx) => {
      const key = await replaceKey(tx, secrets, tx.now)
      await recordAuditEvent(tx, {
        actor: actorOf(operator),
        action: 'proof_key_changed',
        object: { kind: 'proof_key', id: String(key.number) },
        before: { key: key.replaces },
        after: { key: key.key },
      })
      return key
    }),
  }))
}
