import { defineFeature } from './define-feature.ts'
import { callTool } from './call-tool.ts'
import { listTools } from './list-tools.ts'

/** Calling tools by name. */
export const toolsFeature = defineFeature({
  handlers: {
    callTool,
    listTools,
  },
})
