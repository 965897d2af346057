// The jobs of transparency: store each finished day's figures.
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { defineJob, enqueue, handle, type JobHandler } from '../queue/queue.ts'
import { storeFigures } from './figures.ts'

export const recordFigures = defineJob({ name: 'keep_figures', payload: z.object({}) })

export const transparencyHandlers: readonly JobHandler[] = [
  handle(recordFigures, async (database) => void (await storeFigures(database))),
]

/** Schedules the figures of finished days soon, once however many ask. */
export const recordFiguresSoon = (database: Database): Promise<void> =>
  database.transaction((tx) => enqueue(tx, recordFigures, {}, { job_key: recordFigures.name }))
