// What filters the back office's lists of money, as their statements take it.
import type { z } from 'zod'

export type FilterInput<Call extends { readonly query: z.ZodType }> = z.output<Call['query']>

export const yesOrNo = (word: 'true' | 'false' | undefined) => (word === undefined ? null : word === 'true')
