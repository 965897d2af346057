// The page of one record, with a link back to its list above.
import type { Named } from '@fairturn/contract/backoffice/names'
import type { ReactElement, ReactNode } from 'react'
import { ListButton, Show, TopToolbar, useNotify, useRecordContext } from 'react-admin'
import { Names } from './Name.tsx'
import { usePanel } from './panel.ts'
import { Taking } from './taken.tsx'

interface Props<Row> {
  title?: ReactElement
  /** Shown before the link back. */
  tools?: ReactNode
  /**
   * A field that only the full record has. After navigation from the list, the framework first shows the
   * list's row; the page then waits for the full record.
   */
  has?: keyof Row & string
  children: ReactNode | ((record: Row) => ReactElement)
}

export function RecordPage<Row extends object>({ title, tools, has, children }: Props<Row>) {
  const notify = useNotify()
  const panel = usePanel()
  const beside = panel && {
    id: panel.id,
    title: false,
    actions: false as const,
    queryOptions: {
      // Such as an order that somebody has decided meanwhile; the page beside it stays.
      onError: () => {
        notify('panel.gone', { type: 'warning' })
        panel.onGone()
      },
    },
  }
  return (
    <Show
      component="div"
      {...(title && { title })}
      actions={
        <TopToolbar>
          <Taking />
          {tools}
          <ListButton />
        </TopToolbar>
      }
      {...beside}
    >
      {typeof children === 'function' ? <Whole<Row> has={has}>{children}</Whole> : children}
    </Show>
  )
}

function Whole<Row extends object>({
  has,
  children,
}: {
  has: (keyof Row & string) | undefined
  children: (record: Row) => ReactElement
}) {
  const record = useRecordContext<Row & { id: string; names?: readonly Named[] }>()
  if (record === undefined || (has !== undefined && !(has in record))) return null
  return <Names of={record.names}>{children(record)}</Names>
}
