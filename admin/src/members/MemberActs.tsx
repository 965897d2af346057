// What staff did to an account and looked at; its owner reads the same, without the colleague's name.
import { Button, Paper, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { call } from '../api.ts'
import { useKeyWords, when } from '../words.ts'
import { usePages } from './paged.ts'

export function MemberActs({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const actionOf = useKeyWords('audit.actions')
  const { list, more } = usePages(member_id, (cursor) =>
    call('GET backoffice/members/:member_id/acts', {
      params: { member_id },
      query: cursor === undefined ? {} : { cursor },
    }),
  )
  return (
    <section>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {translate('member.acts')}
      </Typography>
      <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('audit.at')}</TableCell>
              <TableCell>{translate('audit.actor')}</TableCell>
              <TableCell>{translate('audit.action')}</TableCell>
              <TableCell>{translate('app.reason')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {list?.map(({ _id, at, actor, actor_name, action, reason }) => (
              <TableRow key={_id}>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{when(at)}</TableCell>
                <TableCell>{actor_name ?? actor}</TableCell>
                <TableCell>{actionOf(action)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{reason}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {more && (
          <Button size="small" onClick={more} sx={{ m: 1 }}>
            {translate('queue.more')}
          </Button>
        )}
      </Paper>
    </section>
  )
}
