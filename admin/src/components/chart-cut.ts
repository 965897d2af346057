// Cuts one bar that would flatten all others of a chart (chart-cut.test.ts).

/** How much higher than the next a single bar may be before it would flatten all others. */
const MAX_RATIO = 4

/** Where the axis ends if the bar of one day would flatten all others, with that day's position and value. */
export function cutOf(
  series: readonly { readonly data: readonly (number | null)[] }[],
  stacked: boolean,
): { max: number; at: number; value: number } | undefined {
  const days = series[0]?.data.length ?? 0
  const heights = Array.from({ length: days }, (_, day) => {
    const values = series.map(({ data }) => data[day] ?? 0)
    return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  })
  const value = Math.max(...heights)
  const at = heights.indexOf(value)
  const next = Math.max(0, ...heights.filter((_, day) => day !== at))
  return next > 0 && value > MAX_RATIO * next ? { max: next * 1.5, at, value } : undefined
}
