import { Toggles } from '../../parts/toggles.tsx'

/** By which spans of time a tile counts. */
export function WeekOrMonth({
  unit,
  onChoose,
}: {
  unit: string
  onChoose: (unit: 'week' | 'month') => void
}) {
  return (
    <Toggles
      label="By"
      single
      options={[
        { value: 'week', title: 'Week' },
        { value: 'month', title: 'Month' },
      ]}
      chosen={[unit]}
      onChange={([by]) => onChoose(by === 'week' ? 'week' : 'month')}
    />
  )
}
