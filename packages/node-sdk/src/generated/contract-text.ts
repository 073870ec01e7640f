// Written by test/contract-text.test.ts from the contract: run it with -u when the contract has changed.
export const contractText = `
validateApiKey iPOST /validate-api-key {valid+organizationId,createdById~,authorization{grants[,}organization?{id,name~,slug~,}createdBy?~{id,email~,name~,}apiKey?{id,name,prefix,grants[,createdAt@lastUsedAt~@totalRequests#keyType,}}
submitFeedback POST /feedback $0
listIntegrations iGET /integrations {items[{id,name,category,status,connectionId~,lastDataReceivedAt~@syncStatus~,errorMessage~,}}
getIntegrationCapabilities iGET /integrations/capabilities ({provider$1}{providers[$1})
runIntegrationSetupStep POST /integrations/setup-step {status,provider,step,connectionId?,pipelines?[{id,name,stages[{id,name,}}setup?{mode,webhookUrl,headers^,requiredEvents[,docsUrl~,status,}nextActions?[,setupProgress?{currentState,blockingStep?~{id,provider,label,apiStep~,required!}nextAction?~{id,provider,label,command,}}}
connectIntegration POST /integrations/connect ({connected!connectionId,alreadyConnected!}{sessionId,connectUrl,alreadyConnected!})
getIntegrationConnectionStatus iGET /integrations/connect/status {status,provider,error?,}
disconnectIntegration POST /integrations/disconnect {success+}
getIntegrationSyncStatus iGET /integrations/sync-status {provider,name,category,status,syncs[{model,status,lastSyncedAt~@errorMessage~,recordCount?#}}
importRecords iPOST /records ({success+processed#}{success-processed#errors[{index#path[(,#)message,}})
callTool POST /tools/call %
getAutomationOptions ciGET /automations/options {schemaFormat,triggerTypes[,matchModes[,scheduleCadences[,audienceFilterSchema%processorPolicySchema%deliveryPolicySchema%constraints{requiresAgentId!enabledAutomationRequiresDestination!signalTriggerRequiresSignalIdsOrCatalogSignalKeys!scheduledAutomationRejectsSignals!scheduledAutomationRejectsCatalogSignalKeys!scheduledAutomationRequiresCustomerOrBillingStatusAudience!}}
listAutomations ciGET /automations {automations[$2}
createAutomation cPOST /automations $5
getAutomation ciGET /automations/{id} $5
updateAutomation ciPATCH /automations/{id} $5
enableAutomation ciPOST /automations/{id}/enable $5
disableAutomation ciPOST /automations/{id}/disable $5
archiveAutomation ciPOST /automations/{id}/archive {automation$6}
listAutomationRuns ciGET /automations/{automationId}/runs {runs[$7pagination$8}
getAutomationRun ciGET /automations/{automationId}/runs/{runId} {run$7}
getSignalOptions ciGET /signals/options {conditionTypes[{id,label,triggerType,}signalKinds[{kind,description,schemaFormat,createSchema%detectionTypes?[{type,schemaFormat,definitionSchema%}}catalog[{key,label,conditionId,eventName~,eventChannel~,state,selectable!statusLabel~,materializedSignalId~,}}
listSignals ciGET /signals {signals[$3}
createSignal cPOST /signals $9
getSignal ciGET /signals/{id} $9
updateSignal ciPATCH /signals/{id} $9
archiveSignal ciPOST /signals/{id}/archive {signal$6}
getDestinationOptions ciGET /destinations/options {types[{type,label,schemaFormat,createSchema%}chat$10}
listDestinations ciGET /destinations {destinations[$4}
createDestination cPOST /destinations $11
getDestination ciGET /destinations/{id} {destination{id,key,name,schemaVersion,configHash~,description~,enabled!isDefault!maskedConfig~%lastSyncedAt~@archivedAt~@providerErrorCode~,providerErrorMessage~,createdAt@updatedAt@provider,kind,syncStatus,routes[$12automations[$12recentDeliveries[{id,sourceType,sourceId~,automationRunId~,agentOutputId~,destinationId~,provider,providerEventId~,status,queuedAt~@publishedAt~@errorCode~,errorMessage~,createdAt@updatedAt@}deliverySummary{recentCount#pendingCount#acceptedCount#failedCount#skippedCount#lastDeliveryAt~@}}}
updateDestination ciPATCH /destinations/{id} $11
enableDestination ciPOST /destinations/{id}/enable $11
disableDestination ciPOST /destinations/{id}/disable $11
archiveDestination ciPOST /destinations/{id}/archive {destination$6}
getWorkspaceSettings ciGET /settings {settings$13}
updateWorkspaceSettings ciPATCH /settings {settings$13}
getReportSettings ciGET /settings/report {report$14}
updateReportSettings ciPATCH /settings/report {report$14}
getReportSettingsOptions ciGET /settings/report/options {chat$10}
listIdentityMergeSuggestions ciGET /identity/merge-suggestions {suggestions[$15canManageIdentityMerges!}
getIdentityMergeSuggestion ciGET /identity/merge-suggestions/{id} {suggestion$15canManageIdentityMerges!}
queueIdentityMergeSuggestion cPOST /identity/merge-suggestions/{id}/queue $17
rejectIdentityMergeSuggestion cPOST /identity/merge-suggestions/{id}/reject $17
explainEvent iGET /debug/events/{uuid} {uuid,status,reason,arrivals[{receivedAt@source,index#}searched{bytes#whole!}rejections[{at@index#reason,}event~{eventType,eventName,occurredAt@receivedAt@source,}contact~{userId,email~,name~,via,cause,}customer~{customerId,name~,domain~,via,}links[{left,right,trusted!cause,firstAt@status,}}
listAgentTemplates ciGET /agent-templates {templates[{key,version,name,description,creates[,defaultMode,supportedModes[,}}
listAgentActions ciGET /agent-actions {actions[{key,version#label,category,subjectTypes[,}}
listAgents ciGET /agents {agents[$18}
createAgent cPOST /agents $19
getAgent ciGET /agents/{id} {agent{id,agentKey,displayName,status,templateVersion~,actionKeys[,schedule{enabled!nextRunAt~@lastRunAt~@lastSuccessfulRunAt~@cadence~,}createdAt@updatedAt@destinationSummary{destinations[{id,provider,channelId~,label~,isDefault!}label,count#missing!}automationSummary{activeCount#totalCount#nextRunAt~@primaryDestinationLabel~,}automations[{id,name,enabled!conditionKind,conditionLabel,audienceLabel,destinationLabel~,destinationCount#lastRunStatus~,lastRunAt~@nextRunAt~@}lastRun~$20recentRuns[$20settings~{configSchemaKey,configSchemaVersion#custom~{instructions,maxItemsToSurface#outputMode~,}}}}
updateAgent ciPATCH /agents/{id} $19
enableAgent ciPOST /agents/{id}/enable $19
disableAgent ciPOST /agents/{id}/disable $19
renameAgent ciPOST /agents/{id}/rename $19
listAgentRuns ciGET /agents/{agentId}/runs {runs[$20pagination$8}
startAgentRun cPOST /agents/{agentId}/runs {run$20agentRunId,runId,startedSandbox!status,startupError?{code?,message,retryable?!}}
getAgentRun ciGET /agents/{agentId}/runs/{runId} {run{id,runId,agentId,status,trigger~,summary~,errorSummary~,sandboxStatus~,startedAt~@endedAt~@durationMs~#counts$21agentKey,executionStrategy,model~,thinkingLevel~,visibility{hiddenCustomerCount#hiddenOutputCount#debugLedgerHidden!}triggerEvidence~{automationRunId,policy{mode,requiredCount#selectedCount#matchedCount#}selectedSignals[$22matchedSignals[$22window{value#unit,startAt~@endAt~@}primaryOccurrence{id,eventName?,eventChannel?,eventOccurredAt?@}}candidates[{id,customerId,customerName,customerDomain~,billingStatus~,lastActivityAt~@candidateKey,fingerprint,status,outputId~,disposition~,surfaceReason~,reasons[*metrics[*}outputs[{id,contractType,contractVersion,status,deliveryStatus,error~,processedAt~@deliveredAt~@createdAt@notificationCount#referencedCandidateCount#referencedCandidateIds[,titles[,markdownPreviews[,deliverySummary~%actions[{id,label,status,url~,}}toolCalls[{id,toolName,status,error~,startedAt@endedAt~@latencyMs~#inputSummary*outputSummary*}artifacts[{id,kind,mimeType,bodySizeBytes~#redactionStatus~,createdAt@metadataSummary*}}}
getCustomerActivation ciGET /activation {activation$23}
updateCustomerActivation ciPATCH /activation {activation$23changed!}
previewCustomerActivation ciPOST /activation/preview {preview{eventName,evaluatedFrom@evaluatedTo@evaluatedEventCount#matchedCustomerCount#alreadyActivatedCustomerCount#wouldActivateCustomerCount#evaluatedContactOccurrenceCount#matchedContactCount#alreadyActivatedContactCount#wouldActivateContactCount#contactTruncated!customerTruncated!truncated!examples[{customer$24activatedAt~@firstMatchedAt@eventId,}}}

svc_list_customers r {items[{id,name~,domain~,billingStatus,activatedAt~@firstSeenAt~@lastActivityAt~@contactCount#currentMrr~#mrrCalculationStatus,owner~$25daysSinceActivity~#}pagination$8}
svc_list_users r {items[{id,email~,name~,customerId,customerName~,customerDomain~,journeyStage,lastActivityAt~@daysSinceActivity~#}pagination$8}
svc_list_workspace_users r {items[{id,email,name,title~,role~,managerEmail~,territory~,socialProfileUrl~,ownedCustomerCount#}pagination$8}
svc_get_customer r {customer{id,name~,domain~,billingStatus,activatedAt~@firstSeenAt~@lastActivityAt~@owner~$25}users?[{id,email~,name~,journeyStage,lastActivityAt~@}revenue?{currentMrr~#mrrCalculationStatus,lifetimeRevenue#activeSubscriptions#}recentTimeline?[{type,title~,contact~,occurredAt@}behaviorMetrics?{activityCount#activeUsers#lastEmailAt~@lastMeetingAt~@}enrichment?{status,provider~,providerEntityId~,summary~{name?,domain?,websiteUrl?,description?,logoUrl?,socialProfileUrl?,yearFounded?#companyType?,employeeCountRange?,headcount?#industry?,categories?[,markets?[,headquarters?,fundingSummary?{totalInvestmentUsd?#lastRoundType?,lastRoundAmountUsd?#lastFundraiseDate?,investors?[,}hiringSummary?{openingsCount?#recentTitles?[,}followerSummary?{count?#growth?^~#}}match~%lastSuccessfulRefreshAt~@lastAttemptAt~@expiresAt~@error~{class,message,retryable?!}}}
svc_get_timeline r {events[{id,eventType,eventName,channel,title~,summary~,occurredAt@contact~,sourceType~,sourceId~,sourceRef?{sourceType,sourceId,}metadata%}pagination$8}
svc_list_facts r {customer$24facts[$26pagination$8}
svc_get_fact r $26
svc_get_source r $27
svc_list_sources r {items[$27pagination$8}
svc_search_customer_context r {customer~$24results[<kind=fact{kind,score#matchCount#matches[$28fact$26}source{kind,score#matchCount#matches[$28sourceType,sourceId,occurredAt~@title~,permalink~,context?{text,sourceRef{sourceType,sourceId,}}}>}
svc_query r {success+data[%metadata{rowsReturned#executionTimeMs#truncated!}}
svc_schema r ($29{views[$29tables[$29})
svc_send_notification w {ok+deliveries[{destinationId,status,providerEventId~,}}
svc_submit_feedback w $0

{id,createdAt@}
{cliName,providerId,displayName,category,authType,setupMode,credentialType~,connectSupported!requiredFields[{key,label,secret!}commands[,postConnectSteps[{id,label,required!supported!command~,note?,}notes[,}
{id,key,name,schemaVersion,configHash~,description~,enabled!triggerJson*audienceFilterJson*archivedAt~@lastRunAt~@nextRunAt~@createdAt@updatedAt@signals[$3destinations[$4activeSignalCount#activeDestinationCount#agentId~,managedBy,triggerType,matchMode,lastRunStatus~,}
{id,key,name,schemaVersion,configHash~,description~,definition*archivedAt~@createdAt@updatedAt@managedBy,kind,}
{id,key,name,schemaVersion,configHash~,description~,enabled!isDefault!maskedConfig~%lastSyncedAt~@archivedAt~@providerErrorCode~,providerErrorMessage~,createdAt@updatedAt@provider,kind,syncStatus,}
{automation$2}
{id,archivedAt@}
{id,automationId,triggerType,status,dedupeKey~,eventProcessedId~,eventName~,eventChannel~,eventOccurredAt~@matchedAt@destinationCount#acceptedDestinationCount#failedDestinationCount#agentRunId~,skipReason~,errorCode~,errorMessage~,createdAt@updatedAt@deliveries[{id,sourceType,sourceId~,automationRunId~,agentOutputId~,destinationId,provider,providerEventId~,status,queuedAt~@enqueueAttemptCount#lastEnqueueAttemptAt~@publishedAt~@errorCode~,errorMessage~,createdAt@updatedAt@}occurrences[{id,signalId,grain,subjectType,subjectId~,customerId~,occurredAt@detectedAt@createdAt@updatedAt@}}
{hasMore!nextCursor~,total#}
{signal$3}
{connected!channels[{id,name,isPrivate!}hasMore!nextCursor~,}
{destination$4}
{id,name,enabled!triggerType,agentId~,lastRunStatus~,lastRunAt~@nextRunAt~@createdAt@updatedAt@}
{defaultTimezone,}
{chatChannelId~,chatChannelName~,}
{id,status,proposalStatus,confidence,survivor$16duplicate$16reviewNotes~,reviewedAt~@reviewedByName~,appliedAt~@appliedByName~,createdAt@explanation[,impact{identifiers#users#activities#visitors#billingEvents#facts#supportTickets#calls#accessEntries#analyticsEvents#analyticsDimensions#}latestJob~{id,status,createdAt@updatedAt@}canMerge!canReject!}
{id,name~,domain~,type,status~,identifierCount#contactCount#}
{proposalId,jobId?,status,jobStatus?,}
{id,agentKey,displayName,status,templateVersion~,actionKeys[,schedule{enabled!nextRunAt~@lastRunAt~@lastSuccessfulRunAt~@}createdAt@updatedAt@}
{agent$18}
{id,runId,agentId,status,trigger~,summary~,errorSummary~,sandboxStatus~,startedAt~@endedAt~@durationMs~#counts$21outputs[{id,status,deliveryStatus,deliveredAt~@createdAt@}}
{candidates#tools#artifacts#outputs#}
{id,key~,name,kind~,}
{eventName~,}
{id,name~,domain~,}
{id,email,name,}
{sourceType~,sourceId~,sourceOccurredAt~@sourceQuote~,permalink~,id,assertion,reasoning~,factType,factCategory,status,confidence#priority~,severity~,occurredAt~@detectedAt@validFrom@validUntil~@lastDetectedAt~@periodStart~@periodEnd~@changePointDate~@linkedSourceRef?~{sourceType,sourceId,occurredAt~@permalink~,}sourceMetadata?~{sourceType~,sourceId~,sourceOccurredAt~@sourceQuote~,permalink~,}evidenceCount#occurrenceCount#metricName~,metricValue~#metricPreviousValue~#metricDelta~#metricUnit~,evidence?~[{id,sourceType~,sourceId~,excerpt~,metadata~%}}
{sourceType,sourceId,occurredAt~@title~,summary~,permalink~,provider~,customer~$24participants[{email~,name~,role,affiliation~,resolvedUserId~,}record%}
{text,occurredAt?@}
{name,description,columns[{name,type,description,}exampleQueries[,}
`
