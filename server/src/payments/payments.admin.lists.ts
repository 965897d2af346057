// What the operators' calls of payments share: who acts, what lists are filtered by, and the one file of a form.
import type { adminBankingFiles } from '@fairturn/contract/backoffice/banking'
import type { adminDepositCalls, adminDepositFiles } from '@fairturn/contract/backoffice/deposits'
import type { adminWithdrawalFiles } from '@fairturn/contract/backoffice/withdrawals'
import type { QueryOf } from '@fairturn/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Operator } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'

/** How many rows a page of a list has. */
export const PAGE_SIZE = 50

export const actorOf = ({ operator_id }: Pick<Operator, 'operator_id'>): string => `operator:${operator_id}`

type FilterInput<Call extends { readonly query: z.ZodType }> = z.output<Call['query']>

const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)
/** A pattern of what contains the text, and one of what begins with it; null for none. */
const containing = (text: string | undefined) => (text ? `%${escaped(text)}%` : null)
const beginning = (text: string | undefined) => (text ? `${escaped(text)}%` : null)
const yesOrNo = (word: 'true' | 'false' | undefined) => (word === undefined ? null : word === 'true')

/** What of a query filters its list, as the list's statement takes it. */
export const filterOf = {
  statements: ({ gap, held }: FilterInput<typeof adminBankingFiles.exportStatements>) => [
    gap === 'true',
    yesOrNo(held),
  ],
  lines: ({
    state,
    direction,
    statement_id,
    search,
    from,
    to,
  }: FilterInput<typeof adminBankingFiles.exportLines>) => [
    state ?? null,
    direction ?? null,
    statement_id ?? null,
    containing(search),
    from ?? null,
    to ?? null,
  ],
  refunds: ({ status, undrawn }: FilterInput<typeof adminBankingFiles.exportRefunds>) => [
    status ?? null,
    yesOrNo(undrawn),
  ],
  deposits: ({
    status,
    method,
    member_id,
    reference,
    search,
  }: QueryOf<typeof adminDepositCalls.deposits>) => [
    status ?? null,
    method ?? null,
    member_id ?? null,
    reference?.trim().toUpperCase() ?? null,
    containing(search),
    beginning(search),
  ],
  card_events: ({ state }: FilterInput<typeof adminDepositFiles.exportCardEvents>) => [state ?? null],
  /** After the instant at which proposals are open. */
  withdrawals: (
    {
      status,
      member_id,
      at_least,
      undrawn,
      search,
    }: FilterInput<typeof adminWithdrawalFiles.exportWithdrawals>,
    now: Date,
  ) => [
    now,
    status ?? null,
    member_id ?? null,
    at_least ?? null,
    yesOrNo(undrawn),
    containing(search),
    beginning(search),
  ],
  batches: ({ state }: FilterInput<typeof adminWithdrawalFiles.exportBatches>) => [state ?? null],
}

/** Withdrawals that wait are worked from the longest waiting on; any others are read from the newest on. */
export const orderOf = <
  Asked extends Pick<FilterInput<typeof adminWithdrawalFiles.exportWithdrawals>, 'sort' | 'status'>,
>(
  asked: Asked,
): Asked =>
  asked.sort === undefined && asked.status === 'requested' ? { ...asked, sort: 'requested_at.asc' } : asked

const MAX_NAME_LENGTH = 200

/** The one file of a form, with its other fields. Refuses `bank_file_is_required` and `bank_file_is_too_large`. */
export async function bankFileOf(request: FastifyRequest) {
  if (!request.isMultipart()) throw refuse('bank_file_is_required')
  const fields = new Map<string, string>()
  let file: { bytes: Buffer; name: string } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = { bytes: await part.toBuffer(), name: shownFields(part.filename) }
      else fields.set(part.fieldname, String(part.value))
    }
  } catch (error) {
    const { code } = error as { code?: string }
    throw refuse(code === 'FST_REQ_FILE_TOO_LARGE' ? 'bank_file_is_too_large' : 'request_is_malformed')
  }
  if (file === undefined || file.bytes.length === 0) throw refuse('bank_file_is_required')
  return { ...file, fields }
}

/** A file's name only to be looked at: a line, not too long, without what no text can hold. */
const shownFields = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
