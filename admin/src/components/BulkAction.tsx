import { ApiFailure } from '@fairturn/ui/failure.ts'
import { runWithKey } from '@fairturn/ui/useAction.ts'
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  LinearProgress,
} from '@mui/material'
// An action on the selected rows of a list: sequential calls, each with its own idempotency key, and each
// with its result beside the row. Failed ones can be retried, unless a colleague has decided them meanwhile.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react'
import { Form, useListContext, useTranslate, useUnselectAll } from 'react-admin'
import {
  call,
  type CallArguments,
  type CallInput,
  type CallName,
  type DataOf,
  SESSION_OVER,
} from '../shell/api.ts'
import { keysOf } from '../shell/endpoint-hooks.ts'
import { decisionIn, useDecidedText, useFailureText, useNotifyFailure } from '../shell/failures.ts'
import { useMay } from '../shell/may.ts'
import { ReasonInput, type ReasonValues, TitleOf } from './ActionDialog.tsx'
import { DraftKeeper, useDrafts } from './drafts.tsx'
import { takeFocus } from './forms.ts'
import { RecordTable } from './RecordTable.tsx'

interface Row {
  readonly id: string
}
interface Outcome {
  readonly done: boolean
  /** Decided by a colleague meanwhile: trying again changes nothing. */
  readonly decided?: boolean
  readonly text: string
}

/** Whether there is something to do with it, still or again. */
const isOpen = (outcome: Outcome | undefined): boolean =>
  outcome === undefined || (!outcome.done && outcome.decided !== true)

interface Props<Name extends CallName, Selected extends Row> {
  endpoint: Name
  title: string
  /** What it is done to, of all rows: how many, how much. */
  of: (rows: readonly Selected[]) => string
  why: (rows: readonly Selected[]) => string
  /** The request for a row. */
  input: (row: Selected, values: Partial<ReasonValues>) => CallInput<Name>
  /** The result of a row as text. */
  outcome: (data: DataOf<Name>) => string
  nameOf: (row: Selected) => ReactNode
  withReason?: (rows: readonly Selected[]) => boolean
  /** What is to be read of each row before. */
  Review?: ComponentType<ReviewProps<Selected>>
}

interface ReviewProps<Selected> {
  rows: readonly Selected[]
  children: (review: Review) => ReactNode
}

export interface Review {
  /** Everything to be read is shown. */
  readonly ready: boolean
  readonly renderOf: (id: string) => ReactNode
  /** What whoever decides says to have read, with a tick; undefined where nothing weighs. */
  readonly tick: string | undefined
}

const NOTHING_TO_READ: Review = { ready: true, renderOf: () => null, tick: undefined }

/** Failures that would repeat for every remaining row: the session is over, or the operator did not confirm. */
const ENDS_ALL = new Set([SESSION_OVER, 'please_confirm_that_it_is_you'])

/** The button above the list, for its selected rows; not there for who may not make the call. */
export function BulkAction<Name extends CallName, Selected extends Row>(props: Props<Name, Selected>) {
  const { data = [], selectedIds } = useListContext<Selected>()
  const [rows, setRows] = useState<readonly Selected[]>()
  if (!useMay()(props.endpoint)) return null
  return (
    <>
      <Button
        size="small"
        variant="contained"
        onClick={() => setRows(data.filter(({ id }) => selectedIds.includes(id)))}
      >
        {props.title}
      </Button>
      {rows && <BulkDialog {...props} rows={rows} onClose={() => setRows(undefined)} />}
    </>
  )
}

interface DialogProps<Selected> {
  rows: readonly Selected[]
  onClose: () => void
}

function BulkDialog<Name extends CallName, Selected extends Row>(
  props: Props<Name, Selected> & DialogProps<Selected>,
) {
  const { endpoint, title, of, withReason, Review, rows, onClose } = props
  const { keeper, clear } = useDrafts({ form: endpoint, about: rows.map(({ id }) => id).toSorted() })
  const titleId = useId()
  const unselectAll = useUnselectAll()
  const cache = useQueryClient()
  const bulk = useBulk(props)
  const { outcomes, run, busy } = bulk
  const close = () => {
    if (busy) return
    if (outcomes.size > 0) {
      clear()
      unselectAll()
      // Only on closing: a list that becomes empty would unmount this dialog with its results.
      void cache.invalidateQueries()
    }
    onClose()
  }
  const reason = withReason?.(rows) === true && (
    <DraftKeeper {...keeper}>
      <ReasonInput first />
    </DraftKeeper>
  )
  const renderReviewed = (review: Review) => (
    <Reviewed {...props} {...bulk} reason={reason} review={review} onClose={close} />
  )
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Form
        record={{}}
        disableInvalidFormNotification
        onSubmit={(values: unknown) => run(values as ReasonValues)}
      >
        <DialogTitle id={titleId}>
          {title}
          <TitleOf>{of(rows)}</TitleOf>
        </DialogTitle>
        {Review ? <Review rows={rows}>{renderReviewed}</Review> : renderReviewed(NOTHING_TO_READ)}
      </Form>
    </Dialog>
  )
}

interface ReviewedProps {
  outcomes: ReadonlyMap<string, Outcome>
  busy: boolean
  /** The input, where a reason is needed. */
  reason: ReactNode
  review: Review
}

function Reviewed<Name extends CallName, Selected extends Row>(
  props: Props<Name, Selected> & DialogProps<Selected> & ReviewedProps,
) {
  const { title, why, nameOf, rows, outcomes, busy, reason, review, onClose } = props
  const translate = useTranslate()
  const [isTicked, setTicked] = useState(false)
  const { ready, renderOf, tick } = review
  const mayRun = ready && (tick === undefined || isTicked)
  const done = rows.filter(({ id }) => outcomes.get(id)?.done).length
  const open = rows.filter(({ id }) => isOpen(outcomes.get(id))).length
  const finished = open === 0
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <DialogContentText>{why(rows)}</DialogContentText>
        {reason}
        {(busy || outcomes.size > 0) && <Progress done={done} tried={outcomes.size} count={rows.length} />}
        <RecordTable
          rows={rows}
          columns={[
            {
              label: 'bulk.row',
              render: (row) => (
                <>
                  {nameOf(row)}
                  {renderOf(row.id)}
                </>
              ),
            },
            { label: 'bulk.result', render: ({ id }) => <Result outcome={outcomes.get(id)} /> },
          ]}
        />
        {tick !== undefined && (
          <FormControlLabel
            control={
              <Checkbox
                checked={isTicked}
                onChange={(_, checked) => setTicked(checked)}
                slotProps={{ input: { ref: reason ? null : takeFocus } }}
              />
            }
            label={tick}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy} variant={finished ? 'contained' : 'text'}>
          {translate(outcomes.size > 0 ? 'app.done' : 'ra.action.cancel')}
        </Button>
        {!finished && (
          <Button
            // Once everything is there, its button takes the focus.
            key={String(mayRun)}
            type="submit"
            variant="contained"
            disabled={busy || !mayRun}
            ref={reason || !mayRun || tick !== undefined ? undefined : takeFocus}
          >
            {outcomes.size > 0 ? translate('bulk.retry', { count: open }) : title}
          </Button>
        )}
      </DialogActions>
    </>
  )
}

function Progress({ done, tried, count }: { done: number; tried: number; count: number }) {
  const translate = useTranslate()
  const progress = translate('bulk.progress', { done, count })
  return (
    <div role="status">
      {progress}
      <LinearProgress
        variant="determinate"
        value={(100 * tried) / count}
        aria-label={progress}
        sx={{ mt: 0.5 }}
      />
    </div>
  )
}

const Result = ({ outcome }: { outcome: Outcome | undefined }) =>
  outcome && (
    <DialogContentText component="span" sx={{ color: outcome.done ? 'text.primary' : 'error.main' }}>
      {outcome.text}
    </DialogContentText>
  )

function useBulk<Name extends CallName, Selected extends Row>({
  endpoint,
  input,
  outcome,
  rows,
}: Props<Name, Selected> & { rows: readonly Selected[] }) {
  const translate = useTranslate()
  const notifyFailure = useNotifyFailure()
  const textOf = useFailureText()
  const decidedText = useDecidedText()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  // Known before the next render: a second click of a double click sees what the first one has done.
  const known = useRef(outcomes)
  const running = useRef(false)
  const keys = keysOf(endpoint)
  const record = (id: string, result: Outcome) => {
    known.current = new Map(known.current).set(id, result)
    setOutcomes(known.current)
  }
  const { mutate, isPending } = useMutation({
    async mutationFn(values: Partial<ReasonValues>) {
      for (const row of rows.filter(({ id }) => isOpen(known.current.get(id)))) {
        const sent = input(row, values)
        // A different reason makes it a different action with a new key, as in `useAction`.
        const action = JSON.stringify(sent)
        try {
          const data = await runWithKey(keys, action, (key) =>
            call(endpoint, ...([sent, { key }] as unknown as CallArguments<Name>)),
          )
          record(row.id, { done: true, text: outcome(data) })
        } catch (failure) {
          if (failure instanceof ApiFailure && ENDS_ALL.has(failure.code)) throw failure
          const message = failure instanceof ApiFailure ? textOf(failure) : ''
          const decided = failure instanceof ApiFailure ? decisionIn(failure) : undefined
          record(row.id, {
            done: false,
            decided: decided !== undefined,
            text:
              decided === undefined
                ? translate(message || 'ra.message.error', { _: message })
                : decidedText(decided),
          })
        }
      }
    },
    onError: notifyFailure,
    onSettled: () => {
      running.current = false
    },
  })
  const run = (values: Partial<ReasonValues>) => {
    if (running.current) return
    running.current = true
    mutate(values)
  }
  return { outcomes, run, busy: isPending }
}
