import { count } from '@fairturn/ui/formats.ts'
import { LinearProgress, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { call, type DataOf } from '../shell/api.ts'
import { useReadQuery } from '../shell/endpoint-hooks.ts'

type Progress = Pick<
  DataOf<'GET backoffice/bank-statements/:statement_id'>,
  '_id' | 'lines' | 'undecided_lines'
>

const POLL_MS = 1000
const KEY = 'matching'

/** Progress of the matching; shown only while lines are undecided. */
export const MatchingProgress = ({ statement }: { statement: Progress }) =>
  statement.undecided_lines > 0 && <Watched key={statement._id} statement={statement} />

function Watched({ statement }: { statement: Progress }) {
  const translate = useTranslate()
  const cache = useQueryClient()
  const { data: latest = statement } = useReadQuery(
    [KEY, statement._id],
    async () => {
      const now = await call('GET backoffice/bank-statements/:statement_id', {
        params: { statement_id: statement._id },
      })
      // Refetches everything but this query, which would restart.
      if (now.undecided_lines === 0)
        void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY })
      return now
    },
    { pollMs: (now) => (now?.undecided_lines === 0 ? false : POLL_MS), silent: true },
  )
  const { lines, undecided_lines: undecided } = latest
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
