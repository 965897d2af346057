// The audit log as shown to staff: with operators' names, and the state before and after.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cursor, id } from '../ids.ts'
import { STAFF_ACTIONS } from '../personal-data.ts'
import { csvFile, sortBy } from './lists.ts'
import { names } from './names.ts'
import { may } from './roles.ts'

/** Staff actions that affect no member's account; the others are in STAFF_ACTIONS, which members see. */
export const ADMIN_ACTIONS = [
  'operator_invited',
  'operator_set_up',
  'operator_signed_in',
  'operator_signed_out',
  'operator_sessions_ended',
  'operator_password_changed',
  'operator_passkey_added',
  'operator_passkey_removed',
  'operator_role_changed',
  'operator_side_changed',
  'operator_disabled',
  'operator_recovered',
  'proposal_made',
  'proposal_approved',
  'proposal_rejected',
  'proposal_withdrawn',
  'proposal_voided',
  'bank_statement_imported',
  'bank_statement_confirmed',
  'bank_statement_discarded',
  'bank_statement_answered_wrong',
  'bank_statement_revoked',
  'hand_import_permitted',
  'opening_balance_booked',
  'bank_charge_booked',
  'payout_with_fee_booked',
  'bank_line_confirmed',
  'bank_mapping_saved',
  'bank_line_account_misread',
  'bank_line_assigned',
  'bank_line_resolved',
  'unmatched_payment_refund_approved',
  'unmatched_payment_refund_taken_back',
  'payout_batch_drawn',
  'payout_batch_exported',
  'payout_batch_sent',
  'payout_batch_dropped',
  'payout_report_imported',
  'card_event_resolved',
  'money_exported',
  'proof_made',
  'proof_key_changed',
  'members_exported',
  'invitation_created',
  'invitation_ended',
  'member_note_written',
  'member_note_corrected',
  'member_note_ended',
  'member_tag_added',
  'member_tag_removed',
  'conversation_answered',
  'conversation_assigned',
  'conversation_noted',
  'conversation_due_moved',
  'conversation_closed',
  'conversation_payment_proposed',
  'conversation_payment_made',
  'complaint_decided',
  'answer_template_saved',
  'answer_template_deleted',
  'conversations_exported',
  'first_day_confirmed',
  'test_mail_sent',
  'setting_changed',
  'levels_changed',
  'reviews_exported',
  'report_closed',
  'broadcast_written',
  'broadcast_changed',
  'broadcast_sent',
  'broadcast_tried_out',
  'broadcast_cancelled',
  'page_changed',
  'terms_announced',
  'popup_changed',
  'banner_changed',
  'ledger_checked',
  'ledger_exported',
  'staff_exported',
  'approvals_exported',
  'audit_exported',
  'invitations_exported',
  'broadcasts_exported',
  'proofs_exported',
  'settings_exported',
  'levels_exported',
  'scope_frozen',
  'scope_released',
] as const

/** Names of actions before they were renamed: the audit log is append-only. */
const FORMER_ACTIONS = ['books_checked', 'books_exported', 'flow_frozen', 'flow_released'] as const
export const AUDIT_ACTIONS = [...STAFF_ACTIONS, ...ADMIN_ACTIONS, ...FORMER_ACTIONS]

const state = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable()

export const auditEvent = z.object({
  _id: id,
  at: z.iso.datetime(),
  actor: z.string().describe('operator:<id>, or system and what else acts without a person'),
  actor_name: z.string().nullable().describe('the operator’s name'),
  action: z.enum(AUDIT_ACTIONS),
  object: z.object({ kind: z.string(), _id: z.string() }),
  member_id: id.nullable().describe('whose account it touched; they read it too'),
  reason: z.string().nullable(),
  before: state,
  after: state,
})
export type AuditEvent = z.infer<typeof auditEvent>

const word = z.string().min(1, 'field_is_invalid').max(100, 'field_is_invalid').optional()
const instant = z.iso.datetime({ offset: true, error: 'field_is_invalid' }).optional()

export const auditCalls = {
  acts: endpoint('GET backoffice/audit', {
    summary: 'Staff actions, newest first by default',
    auth: 'staff',
    roles: may.read_audit,
    names: true,
    query: z.object({
      actor: word.describe('an operator’s or member’s id, or exactly what stands there'),
      action: z.enum(AUDIT_ACTIONS, { error: 'field_is_invalid' }).optional(),
      object_kind: word,
      object_id: word,
      member_id: id.optional(),
      from: instant.describe('from then on'),
      to: instant.describe('before then'),
      sort: sortBy('at'),
      cursor,
    }),
    answer: z.object({ list: z.array(auditEvent), cursor: z.string().nullable(), names }),
  }),
  chain: endpoint('GET backoffice/audit/chain', {
    summary: 'Verification of the audit log: length, head, and all findings',
    auth: 'staff',
    roles: may.read_audit,
    answer: z.object({
      length: z.int(),
      hash: z.string().describe('of the last link, hexadecimal'),
      findings: z.array(z.object({ kind: z.string(), subject: z.string(), detail: z.string() })),
    }),
    limit: { hits: 30, per_seconds: 300 },
  }),
}

export const auditFiles = {
  exportActs: csvFile(auditCalls.acts, 'Staff actions'),
}
