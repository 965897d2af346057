// A screen's list: filters, saved filters, tabs, columns, pages and export. Filter, order and page are in the
// URL.
import type { Named } from '@fairturn/contract/backoffice/names'
import PreviousIcon from '@mui/icons-material/ChevronLeftOutlined'
import NextIcon from '@mui/icons-material/ChevronRightOutlined'
import { Alert, Box, IconButton, TableCell, TableFooter, TableHead, TableRow } from '@mui/material'
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useMemo } from 'react'
import {
  DataTable,
  DataTableClasses,
  type DataTableProps,
  FilterButton,
  FunctionField,
  List,
  type RaRecord,
  type SortPayload,
  TopToolbar,
  useListContext,
  useListPaginationContext,
  useResourceContext,
  useTranslate,
} from 'react-admin'
import { sortOf } from '../shell/data-provider.ts'
import { useScreenOptions } from '../shell/screen.ts'
import { SideNote } from '../staff/SideNote.tsx'
import { Amount } from './Amount.tsx'
import { useRowFocus } from './arrival.ts'
import { alignOf, Cell, type Column, fieldOf, totalOf } from './columns.tsx'
import { CsvButton } from './CsvButton.tsx'
import { EmptyList } from './EmptyList.tsx'
import { FilterTabs, type WaitingTabs } from './FilterTabs.tsx'
import { LIST_SEARCH } from './keys.ts'
import { KeysLine } from './KeysLine.tsx'
import { Names } from './Name.tsx'
import { FADES_WHERE_CUT } from './TableBox.tsx'
import { TakenChip, useTakenBy } from './taken.tsx'

export interface ListColumn<Row> extends Column<Row> {
  label: string
  sx?: object
}

type Filter = Record<string, string | undefined>
type Columns<Row> = readonly (ListColumn<Row> | false | undefined)[]

interface Props<Row> {
  filters?: ReactElement[]
  filterDefaultValues?: Record<string, string>
  sort?: SortPayload
  /** One tab per value of this filter; labels are below `texts`. */
  tabs?: {
    source: string
    values: readonly string[]
    texts: string
    waiting?: WaitingTabs
    /** False where the list cannot be read without one of them. */
    every?: boolean
  }
  columns: Columns<Row> | ((filter: Filter) => Columns<Row>)
  /** A note about these rows, between tabs and rows. */
  note?: ReactNode | ((filter: Filter) => ReactNode)
  /** Buttons beside filters and export. */
  actions?: ReactNode
  /** Whether the server exports the list as CSV. */
  csv?: boolean
  rowClick?: NonNullable<DataTableProps['rowClick']>
  expand?: ReactElement
  /** Shortcuts of the list's buttons, with what they do; the buttons register them. */
  keys?: (rows: readonly Row[]) => Readonly<Record<string, string>>
  /** Which rows can be selected for `renderBulkActions`. */
  isRowSelectable?: (row: Row) => boolean
  renderBulkActions?: (filter: Filter) => ReactElement | false
}

export function RecordList<Row extends object>({ csv = true, actions, ...rows }: Props<Row>) {
  const { filters = [], filterDefaultValues, sort } = rows
  return (
    <List
      filters={filters}
      {...(filterDefaultValues && { filterDefaultValues })}
      {...(sort && { sort })}
      exporter={false}
      empty={false}
      pagination={<Pages />}
      actions={
        <TopToolbar sx={{ flexWrap: { xs: 'wrap', md: 'nowrap' }, flexShrink: { md: 0 }, minWidth: 0 }}>
          <FilterButton />
          {csv && <SaveAsCsv />}
          {actions}
        </TopToolbar>
      }
    >
      <Rows<Row> {...rows} />
    </List>
  )
}

function Rows<Row extends object>(props: Omit<Props<Row>, 'csv' | 'actions'>) {
  const {
    tabs,
    columns,
    rowClick = 'show',
    expand,
    renderBulkActions,
    isRowSelectable,
    filters = [],
    keys,
  } = props
  const translate = useTranslate()
  const { data, filterValues, meta } = useListContext<Row & RaRecord>()
  const filter = filterValues as Filter
  const takenBy = useTakenBy()
  useListedSelection()
  const ids = useMemo(() => data?.map(({ id }) => String(id)), [data])
  const remember = useRowFocus(useResourceContext() ?? '', ids)
  const { names } = (meta ?? {}) as { names?: readonly Named[] }
  const note = typeof props.note === 'function' ? props.note(filter) : props.note
  const visible = (typeof columns === 'function' ? columns(filter) : columns).filter((column) => !!column)
  const bulk = renderBulkActions?.(filter) ?? false
  const leading = [expand, bulk].filter(Boolean).length
  const foot = useMemo(
    () => <Totals<Row> rows={data ?? []} columns={visible} leading={leading} />,
    [data, visible, leading],
  )
  return (
    <Names of={names}>
      {tabs && (
        <FilterTabs
          source={tabs.source}
          values={tabs.values}
          label={(value) => translate(`${tabs.texts}.${value}`)}
          every={tabs.every ?? true}
          {...(tabs.waiting !== undefined && { waiting: tabs.waiting })}
        />
      )}
      <SideNote />
      {note && (
        <Alert severity="info" square>
          {note}
        </Alert>
      )}
      <Foot.Provider value={foot}>
        {/* A key that opens a row clicks it too. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div onClickCapture={({ target }) => remember(target)}>
          <DataTable
            rowClick={rowClick}
            bulkActionButtons={bulk}
            size="small"
            sx={STICKY}
            empty={<EmptyList />}
            foot={ShownFoot}
            {...(expand && { expand, head: Head })}
            {...(isRowSelectable && { isRowSelectable: (row) => isRowSelectable(row as Row) })}
          >
            {visible.map((column, at) => columnOf(column, at === 0 ? takenBy : undefined))}
          </DataTable>
        </div>
      </Foot.Provider>
      <KeysLine
        opens={rowClick !== false}
        searches={filters.some(({ props: of }) => (of as { className?: string }).className === LIST_SEARCH)}
        keys={keys?.(data ?? []) ?? {}}
      />
    </Names>
  )
}

/** A selection forgets what is no longer in the list: it counts what an action would be carried out on. */
function useListedSelection() {
  const { data, isFetching, selectedIds, onSelect } = useListContext()
  useEffect(() => {
    if (data === undefined || isFetching || selectedIds === undefined) return
    const listed = new Set(data.map(({ id }) => id))
    const left = selectedIds.filter((id) => listed.has(id))
    if (left.length < selectedIds.length) onSelect(left)
  }, [data, isFetching, selectedIds, onSelect])
}

/** The framework takes a component for the foot, and gives it nothing of the rows. */
const Foot = createContext<ReactNode>(null)
const ShownFoot = () => useContext(Foot)

/** The sums of what is listed; of this page only, where there are others. */
function Totals<Row>({
  rows,
  columns,
  leading,
}: {
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  /** How many cells without a column come first. */
  leading: number
}) {
  const translate = useTranslate()
  const { page, hasNextPage } = useListPaginationContext()
  if (rows.length < 2 || columns.every(({ total }) => total === undefined)) return null
  const label = page > 1 || hasNextPage ? 'app.total_of_page' : 'app.total'
  return (
    <TableFooter>
      <TableRow>
        {Array.from({ length: leading }, (_, i) => (
          <TableCell key={i} padding="none" />
        ))}
        {columns.map((column, at) => {
          const total = totalOf(column, rows)
          return (
            <TableCell key={column.label} align={alignOf(column)} {...(column.sx && { sx: column.sx })}>
              {total === undefined ? at === 0 && translate(label) : <Amount wire={total} />}
            </TableCell>
          )
        })}
      </TableRow>
    </TableFooter>
  )
}

/** The head, the foot and the first column stay while the rest is scrolled, inside the list. */
const STICKY = {
  '& .RaDataTable-tableWrapper': {
    overflow: 'auto',
    maxHeight: 'calc(100dvh - 200px)',
    minHeight: 0,
    ...FADES_WHERE_CUT,
  },
  '& thead th, & thead td': { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper' },
  '& tfoot td': {
    position: 'sticky',
    bottom: 0,
    zIndex: 2,
    bgcolor: 'background.paper',
    borderTop: 1,
    borderColor: 'divider',
    fontSize: 13,
    color: 'text.primary',
  },
  '& tbody td.first-column': { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper' },
} as const

function columnOf<Row extends object>(
  column: ListColumn<Row>,
  takenBy: ((id: string) => string | undefined) | undefined,
) {
  const { label, sort, sx } = column
  const field = fieldOf(column) ?? label
  return (
    <DataTable.Col
      key={label}
      label={label}
      source={typeof sort === 'string' ? sort : field}
      disableSort={sort === undefined}
      {...(takenBy && { cellClassName: 'first-column' })}
      align={alignOf(column)}
      {...(sx && { sx })}
    >
      <FunctionField<Row & RaRecord>
        render={(row) => (
          <>
            <Cell column={column} row={row} at={0} />
            {takenBy && <TakenChip by={takenBy(String(row.id))} />}
          </>
        )}
      />
    </DataTable.Col>
  )
}

/** Like the framework's, but without a heading for the column of the expand arrows. */
const Head = ({ children }: { children?: ReactNode }) => (
  <TableHead>
    <TableRow>
      <TableCell component="td" padding="none" className={DataTableClasses.headerCell} />
      {children}
    </TableRow>
  </TableHead>
)

/** Previous and next page only: page sizes differ by list, and the server does not count the rows. */
function Pages() {
  const translate = useTranslate()
  const { page, hasNextPage = false, setPage } = useListPaginationContext()
  if (page === 1 && !hasNextPage) return null
  return (
    <Box
      component="nav"
      aria-label={translate('app.pages')}
      sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'flex-end', p: 0.5 }}
    >
      <IconButton
        size="small"
        aria-label={translate('ra.navigation.previous')}
        disabled={page === 1}
        onClick={() => setPage(page - 1)}
      >
        <PreviousIcon />
      </IconButton>
      {translate('app.page', { page })}
      <IconButton
        size="small"
        aria-label={translate('ra.navigation.next')}
        disabled={!hasNextPage}
        onClick={() => setPage(page + 1)}
      >
        <NextIcon />
      </IconButton>
    </Box>
  )
}

/** Exports with the list's current filters and order. */
function SaveAsCsv() {
  const { filterValues, sort } = useListContext()
  const source = useScreenOptions()?.source
  return (
    source && (
      <CsvButton
        path={`${source.list.slice('GET '.length)}.csv`}
        query={{ ...filterValues, sort: sortOf(sort) }}
      />
    )
  )
}
