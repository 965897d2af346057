// The jobs that deliver a notice outside the app. Enqueued in its transaction, and only where somebody
// wants it.
import { z } from 'zod'
import { defineJob } from '../queue/queue.ts'

const payload = z.object({ notification_id: z.uuid() })

export const deliverPush = defineJob({ name: 'deliver_push', payload })
export const deliverMail = defineJob({ name: 'deliver_mail', payload })
