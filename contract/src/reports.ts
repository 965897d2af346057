// Reports: what visitors say of a link. The link service reads this file, so it imports nothing.

/** In the order of the form. */
export const REPORT_REASONS = [
  'spam',
  'misleading',
  'not_labelled',
  'illegal',
  'impersonates',
  'personal_data',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_STATUSES = ['received', 'acted_on', 'not_acted_on'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** Characters of the visitor's own words. */
export const MAX_REPORT_NOTE = 1000
