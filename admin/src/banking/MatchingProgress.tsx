// Progress of matching a statement's lines, polled until it is done.
import { count } from '@fairturn/ui/formats.ts'
import { LinearProgress, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import { call, type DataOf } from '../api.ts'

type Progress = Pick<
  DataOf<'GET backoffice/bank-statements/:statement_id'>,
  '_id' | 'lines' | 'undecided_lines'
>

const POLL_MS = 1000

/** Shown only where it takes long enough to be watched; a statement that is confirmed later begins then. */
export const MatchingProgress = ({ statement }: { statement: Progress }) =>
  statement.undecided_lines > 0 && <Watched key={statement._id} statement={statement} />

function Watched({ statement }: { statement: Progress }) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const [latest, setLatest] = useState(statement)
  const { _id: statement_id, lines, undecided_lines: undecided } = latest
  const under_way = undecided > 0
  useEffect(() => {
    async function ask() {
      try {
        const got = await call('GET backoffice/bank-statements/:statement_id', { params: { statement_id } })
        setLatest(got)
        if (got.undecided_lines === 0) refresh()
      } catch {
        // Asked again a second later.
      }
    }
    const timer = under_way ? setInterval(() => void ask(), POLL_MS) : undefined
    return () => clearInterval(timer)
  }, [under_way, statement_id, refresh])
  const label = translate('bank_statements.matched', {
    matched: count(lines - undecided),
    lines: count(lines),
  })
  return (
    <>
      <Typography variant="body2" role="status">
        {label}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={(100 * (lines - undecided)) / lines}
        aria-label={label}
        sx={{ mt: 0.5, minWidth: 160 }}
      />
    </>
  )
}
