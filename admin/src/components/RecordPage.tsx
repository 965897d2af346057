// The page of one record, with a link back to its list above.
import type { Named } from '@fairturn/contract/backoffice/names'
import type { ReactElement, ReactNode } from 'react'
import { ListButton, Show, TopToolbar, useRecordContext } from 'react-admin'
import { Names } from './Name.tsx'
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

export const RecordPage = <Row extends object>({ title, tools, has, children }: Props<Row>) => (
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
  >
    {typeof children === 'function' ? <Whole<Row> has={has}>{children}</Whole> : children}
  </Show>
)

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
