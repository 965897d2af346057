// The table of levels for operators: always complete, lowest first, because its rows are validated against each other and
// against the service fee.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { FileCall } from '../files.ts'
import { cursor, id } from '../ids.ts'
import { reason } from './approvals.ts'
import { may } from './roles.ts'
import { changeResult, expected, VERSION_REFUSALS, versionNumber, versionWith } from './versions.ts'

const INVALID = 'field_is_invalid'
const percent = z.number(INVALID).min(0, INVALID).max(100, INVALID).multipleOf(0.01, INVALID)

const terms = {
  name: z.string(INVALID).trim().min(1, INVALID).max(40, INVALID),
  joining_fee: z
    .string({ error: 'amount_is_invalid' })
    .regex(/^(0|[1-9]\d{0,6})\.\d{2}$/, 'amount_is_invalid')
    .describe('decimal string with two digits'),
  bonus_ads: percent.describe('percent; also the discount when placing'),
  max_bonus: percent.nullable().describe('percent, upper end of the range; null: one rate'),
  number_ads: z.int(INVALID).min(1, INVALID).max(1000, INVALID).describe('turns a day'),
  orders_to_earn: z
    .int(INVALID)
    .min(1, INVALID)
    .max(1_000_000, INVALID)
    .nullable()
    .describe('verified orders that give it free of charge; null for the first alone'),
  earn_quality: percent.describe('percent of all visits that must be verified to earn it'),
}

export const row = z.strictObject({ _id: id.nullable().describe('null: a new level'), ...terms })
export type LevelOfTable = z.infer<typeof row>

/** Proposal kind: a level's price and benefits are changed only by dual approval. */
export const LEVELS_PROPOSAL = 'level_table_change'

export const table = z.array(row).min(1, INVALID).max(20, INVALID).describe('lowest first')

/** Effects of a change on the holders of a level. */
export const LEVEL_EFFECTS = [
  'new',
  'removed',
  'gives_more',
  'gives_less',
  'fee',
  'earning',
  'order',
  'name',
] as const
export type LevelEffect = (typeof LEVEL_EFFECTS)[number]

const levelUse = {
  members: z.int().describe('at this level now'),
  bought: z.int().describe('of them, who paid for it and may give it back'),
}

const promised = z.object({
  highest_bonus: z.number().describe('percent'),
  highest_discount: z.number(),
  sum: z.number(),
  service_fee: z.number(),
})

const refusals = [
  ...VERSION_REFUSALS,
  'bonus_and_discount_exceed_the_service_fee',
  'level_can_only_be_bought',
  'first_level_must_stay',
  'level_gives_less_than_the_one_below',
  'level_name_is_taken',
  'level_is_in_use',
  'level_is_unknown',
] as const

export const adminLevelCalls = {
  table: endpoint('GET backoffice/levels', {
    summary:
      'The level table, the number of members at each level, and the part of the service fee it commits',
    auth: 'staff',
    roles: may.read_rules,
    answer: z.object({
      version: z.int().describe('0 where nobody has changed it'),
      levels: z.array(row.extend(levelUse)),
      promised,
    }),
  }),
  preview: endpoint('POST backoffice/levels/preview', {
    summary:
      'Preview of a changed table: its effect and the number of members affected; refused as saving would be. Changes nothing',
    auth: 'staff',
    roles: may.change_rules,
    body: z.object({ levels: table }),
    answer: z.object({
      levels: z.array(
        z.object({
          _id: id.nullable(),
          name: z.string(),
          ...levelUse,
          effects: z.array(z.enum(LEVEL_EFFECTS)),
        }),
      ),
      promised,
    }),
    refusals,
  }),
  change: endpoint('POST backoffice/levels', {
    summary:
      'Propose a change of the table of levels to another operator; orders, offers and paid fees keep their terms',
    auth: 'staff',
    roles: may.change_rules,
    recent: true,
    body: z.object({ levels: table, reason, expected }),
    answer: changeResult,
    refusals,
  }),
  history: endpoint('GET backoffice/levels/versions', {
    summary: 'The versions of the level table, newest first',
    auth: 'staff',
    roles: may.read_rules,
    query: z.object({ cursor }),
    answer: z.object({ list: z.array(versionWith(z.array(row))), cursor: z.string().nullable() }),
  }),
  restore: endpoint('POST backoffice/levels/restore', {
    summary: 'Propose to restore an older table, as a new change',
    auth: 'staff',
    roles: may.change_rules,
    recent: true,
    body: z.object({ number: versionNumber, reason, expected }),
    answer: changeResult,
    refusals: [...refusals, 'version_is_unknown'],
  }),
}

export const adminLevelFiles = {
  exportLevels: {
    path: 'backoffice/levels.csv',
    summary: 'The level table with the number of members at each level, as a CSV file',
    type: 'text/csv',
    roles: may.read_rules,
    query: z.object({}),
    limit: { hits: 30, per_seconds: 3600 },
  },
} satisfies Record<string, FileCall>
