// Tracked links: why a visit was not counted. Shown to the carrier and the placer in plain words.

/** Reason codes, in the order the rules are asked; `review` is what an operator refused afterwards. */
export const VISIT_REASONS = [
  'not_continued',
  'not_a_page_view',
  'prefetch',
  'preview',
  'bot',
  'link_not_active',
  'token_invalid',
  'token_used',
  'too_fast',
  'too_late',
  'own_visit',
  'repeated',
  'network_pace',
  'order_pace',
  'order_complete',
  'review',
] as const
export type VisitReason = (typeof VISIT_REASONS)[number]
