// The visits of an order in review, newest first; verified ones can be chosen, to be refused.
import { Button, Checkbox, Paper, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { call, type DataOf } from '../api.ts'
import { useSayFailure } from '../failures.ts'
import { when } from '../words.ts'

type Page = Pick<DataOf<'GET backoffice/orders/reviews/:order_id'>, 'list' | 'cursor'>

interface OrderVisitsProps {
  order_id: string
  first: Page
  chosen: ReadonlySet<string>
  onChoose: ((chosen: ReadonlySet<string>) => void) | undefined
}

export function OrderVisits({ order_id, first, chosen, onChoose }: OrderVisitsProps) {
  const translate = useTranslate()
  const say = useSayFailure()
  const [later, setLater] = useState<Page>()
  const cursor = later === undefined ? first.cursor : later.cursor
  const list = [...first.list, ...(later?.list ?? [])]
  async function more() {
    try {
      const page = await call('GET backoffice/orders/reviews/:order_id', {
        params: { order_id },
        query: { cursor: cursor! },
      })
      setLater({ list: [...(later?.list ?? []), ...page.list], cursor: page.cursor })
    } catch (failure) {
      say(failure)
    }
  }
  const toggle = (id: string) => {
    const others = new Set(chosen)
    if (!others.delete(id)) others.add(id)
    onChoose?.(others)
  }
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {onChoose && <TableCell component="td" padding="checkbox" />}
            <TableCell>{translate('orders.at')}</TableCell>
            <TableCell>{translate('orders.verdict')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {list.map(({ _id, at, verdict }) => (
            <TableRow key={_id} selected={chosen.has(_id)}>
              {onChoose && (
                <TableCell padding="checkbox">
                  {verdict === 'verified' && (
                    <Checkbox
                      size="small"
                      checked={chosen.has(_id)}
                      onChange={() => toggle(_id)}
                      slotProps={{ input: { 'aria-label': `${translate('orders.choose')}: ${when(at)}` } }}
                    />
                  )}
                </TableCell>
              )}
              <TableCell>{when(at)}</TableCell>
              <TableCell sx={{ color: verdict === 'verified' ? 'primary.main' : undefined }}>
                {translate(`verdicts.${verdict}`)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {cursor !== null && (
        <Button size="small" onClick={() => void more()} sx={{ m: 1 }}>
          {translate('queue.more')}
        </Button>
      )}
    </Paper>
  )
}
