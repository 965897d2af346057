// The job that decides lines of the bank nobody has decided yet; payments.jobs.ts answers it. In a file of its own, because
// what enqueues it is also what answers it.
import { z } from 'zod'
import { defineJob } from '../queue/queue.ts'

export const decideBankLines = defineJob({ name: 'decide_bank_lines', payload: z.object({}) })
