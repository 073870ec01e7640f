import type { MergeSuggestion } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'

export type Decision = 'merge' | 'apart' | 'undo'

interface Decided {
  suggestion: MergeSuggestion
  decision: Decision
  notes: string
}

interface List {
  suggestions: readonly MergeSuggestion[]
}

const mutationKey = ['merges']

/** Decides at once, without waiting for the server: what is decided leaves the list, and comes back if that failed. */
export function useDecisions() {
  const queryClient = useQueryClient()
  const [failed, setFailed] = useState<(Decided & { error: Error })[]>([])
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ suggestion: { id }, decision, notes }: Decided): Promise<unknown> => {
      const body = notes.trim() === '' ? {} : { reviewNotes: notes.trim() }
      if (decision === 'undo') return await client.identity.undoMergeSuggestion(id, {})
      return await (decision === 'merge'
        ? client.identity.queueMergeSuggestion(id, body)
        : client.identity.rejectMergeSuggestion(id, body))
    },
    onMutate: async ({ suggestion: { id } }) => {
      setFailed((before) => before.filter(({ suggestion }) => suggestion.id !== id))
      await queryClient.cancelQueries({ queryKey: ['merges'] })
      queryClient.setQueriesData<List>(
        { queryKey: ['merges'] },
        (list) => list && { ...list, suggestions: list.suggestions.filter((one) => one.id !== id) },
      )
    },
    onError: (error, decided) => setFailed((before) => [...before, { ...decided, error }]),
    // The list is asked anew when the last is through: until then it would bring back what is on its way.
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) === 1)
        await queryClient.invalidateQueries({ queryKey: ['merges'] })
    },
  })
  return { decide: mutate, failed }
}
