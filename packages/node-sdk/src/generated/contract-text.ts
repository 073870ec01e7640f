// Written by test/contract-text.test.ts from the contract: run it with -u when the contract has changed.
export const contractText = `
route validateApiKey i POST /api/validate-api-key {valid:t,organizationId:s,createdById:~s,authorization:{grants:[s]},organization?:{id:s,name:~s,slug:~s},createdBy?:~{id:s,email:~s,name:~s},apiKey?:{id:s,name:s,prefix:s,grants:[s],createdAt:d,lastUsedAt:~d,totalRequests:n,keyType:s}}
route submitFeedback - POST /api/feedback S0
route listIntegrations i GET /api/integrations {items:[{id:s,name:s,category:s,status:s,connectionId:~s,lastDataReceivedAt:~d,syncStatus:~s,errorMessage:~s}]}
route getIntegrationCapabilities i GET /api/integrations/capabilities ({provider:S1}|{providers:[S1]})
route runIntegrationSetupStep - POST /api/integrations/setup-step {status:s,provider:s,step:s,connectionId?:s,pipelines?:[{id:s,name:s,stages:[{id:s,name:s}]}],setup?:{mode:s,webhookUrl:s,headers:*s,requiredEvents:[s],docsUrl:~s,status:s},nextActions?:[s],setupProgress?:{currentState:s,blockingStep?:~{id:s,provider:s,label:s,apiStep:~s,required:b},nextAction?:~{id:s,provider:s,label:s,command:s}}}
route connectIntegration - POST /api/integrations/connect ({connected:b,connectionId:s,alreadyConnected:b}|{sessionId:s,connectUrl:s,alreadyConnected:b})
route getIntegrationConnectionStatus i GET /api/integrations/connect/status {status:s,provider:s,error?:s}
route disconnectIntegration - POST /api/integrations/disconnect {success:t}
route getIntegrationSyncStatus i GET /api/integrations/sync-status {provider:s,name:s,category:s,status:s,syncs:[{model:s,status:s,lastSyncedAt:~d,errorMessage:~s,recordCount?:n}]}
route importRecords i POST /api/records ({success:t,processed:n}|{success:f,processed:n,errors:[{index:n,path:[(s|n)],message:s}]})
route callTool - POST /api/tools/call o
route getAutomationOptions ci GET /api/automations/options {schemaFormat:s,triggerTypes:[s],matchModes:[s],scheduleCadences:[s],audienceFilterSchema:o,processorPolicySchema:o,deliveryPolicySchema:o,constraints:{requiresAgentId:b,enabledAutomationRequiresDestination:b,signalTriggerRequiresSignalIdsOrCatalogSignalKeys:b,scheduledAutomationRejectsSignals:b,scheduledAutomationRejectsCatalogSignalKeys:b,scheduledAutomationRequiresCustomerOrBillingStatusAudience:b}}
route listAutomations ci GET /api/automations {automations:[S2]}
route createAutomation c POST /api/automations S5
route getAutomation ci GET /api/automations/{id} S5
route updateAutomation ci PATCH /api/automations/{id} S5
route enableAutomation ci POST /api/automations/{id}/enable S5
route disableAutomation ci POST /api/automations/{id}/disable S5
route archiveAutomation ci POST /api/automations/{id}/archive {automation:S6}
route listAutomationRuns ci GET /api/automations/{automationId}/runs {runs:[S7],pagination:S8}
route getAutomationRun ci GET /api/automations/{automationId}/runs/{runId} {run:S7}
route getSignalOptions ci GET /api/signals/options {conditionTypes:[{id:s,label:s,triggerType:s}],signalKinds:[{kind:s,description:s,schemaFormat:s,createSchema:o,detectionTypes?:[{type:s,schemaFormat:s,definitionSchema:o}]}],catalog:[{key:s,label:s,conditionId:s,eventName:~s,eventChannel:~s,state:s,selectable:b,statusLabel:~s,materializedSignalId:~s}]}
route listSignals ci GET /api/signals {signals:[S3]}
route createSignal c POST /api/signals S9
route getSignal ci GET /api/signals/{id} S9
route updateSignal ci PATCH /api/signals/{id} S9
route archiveSignal ci POST /api/signals/{id}/archive {signal:S6}
route getDestinationOptions ci GET /api/destinations/options {types:[{type:s,label:s,schemaFormat:s,createSchema:o}],chat:S10}
route listDestinations ci GET /api/destinations {destinations:[S4]}
route createDestination c POST /api/destinations S11
route getDestination ci GET /api/destinations/{id} {destination:{id:s,key:s,name:s,schemaVersion:s,configHash:~s,description:~s,enabled:b,isDefault:b,maskedConfig:~o,lastSyncedAt:~d,archivedAt:~d,providerErrorCode:~s,providerErrorMessage:~s,createdAt:d,updatedAt:d,provider:s,kind:s,syncStatus:s,routes:[S12],automations:[S12],recentDeliveries:[{id:s,sourceType:s,sourceId:~s,automationRunId:~s,agentOutputId:~s,destinationId:~s,provider:s,providerEventId:~s,status:s,queuedAt:~d,publishedAt:~d,errorCode:~s,errorMessage:~s,createdAt:d,updatedAt:d}],deliverySummary:{recentCount:n,pendingCount:n,acceptedCount:n,failedCount:n,skippedCount:n,lastDeliveryAt:~d}}}
route updateDestination ci PATCH /api/destinations/{id} S11
route enableDestination ci POST /api/destinations/{id}/enable S11
route disableDestination ci POST /api/destinations/{id}/disable S11
route archiveDestination ci POST /api/destinations/{id}/archive {destination:S6}
route getWorkspaceSettings ci GET /api/settings {settings:S13}
route updateWorkspaceSettings ci PATCH /api/settings {settings:S13}
route getReportSettings ci GET /api/settings/report {report:S14}
route updateReportSettings ci PATCH /api/settings/report {report:S14}
route getReportSettingsOptions ci GET /api/settings/report/options {chat:S10}
route listIdentityMergeSuggestions ci GET /api/identity/merge-suggestions {suggestions:[S15],canManageIdentityMerges:b}
route getIdentityMergeSuggestion ci GET /api/identity/merge-suggestions/{id} {suggestion:S15,canManageIdentityMerges:b}
route queueIdentityMergeSuggestion c POST /api/identity/merge-suggestions/{id}/queue S17
route rejectIdentityMergeSuggestion c POST /api/identity/merge-suggestions/{id}/reject S17
route explainEvent i GET /api/debug/events/{uuid} {uuid:s,status:s,reason:s,arrivals:[{receivedAt:d,source:s,index:n}],searched:{bytes:n,whole:b},rejections:[{at:d,index:n,reason:s}],event:~{eventType:s,eventName:s,occurredAt:d,receivedAt:d,source:s},contact:~{userId:s,email:~s,name:~s,via:s,cause:s},customer:~{customerId:s,name:~s,domain:~s,via:s},links:[{left:s,right:s,trusted:b,cause:s,firstAt:d,status:s}]}
route listAgentTemplates ci GET /api/agent-templates {templates:[{key:s,version:s,name:s,description:s,creates:[s],defaultMode:s,supportedModes:[s]}]}
route listAgentActions ci GET /api/agent-actions {actions:[{key:s,version:n,label:s,category:s,subjectTypes:[s]}]}
route listAgents ci GET /api/agents {agents:[S18]}
route createAgent c POST /api/agents S19
route getAgent ci GET /api/agents/{id} {agent:{id:s,agentKey:s,displayName:s,status:s,templateVersion:~s,actionKeys:[s],schedule:{enabled:b,nextRunAt:~d,lastRunAt:~d,lastSuccessfulRunAt:~d,cadence:~s},createdAt:d,updatedAt:d,destinationSummary:{destinations:[{id:s,provider:s,channelId:~s,label:~s,isDefault:b}],label:s,count:n,missing:b},automationSummary:{activeCount:n,totalCount:n,nextRunAt:~d,primaryDestinationLabel:~s},automations:[{id:s,name:s,enabled:b,conditionKind:s,conditionLabel:s,audienceLabel:s,destinationLabel:~s,destinationCount:n,lastRunStatus:~s,lastRunAt:~d,nextRunAt:~d}],lastRun:~S20,recentRuns:[S20],settings:~{configSchemaKey:s,configSchemaVersion:n,custom:~{instructions:s,maxItemsToSurface:n,outputMode:~s}}}}
route updateAgent ci PATCH /api/agents/{id} S19
route enableAgent ci POST /api/agents/{id}/enable S19
route disableAgent ci POST /api/agents/{id}/disable S19
route renameAgent ci POST /api/agents/{id}/rename S19
route listAgentRuns ci GET /api/agents/{agentId}/runs {runs:[S20],pagination:S8}
route startAgentRun c POST /api/agents/{agentId}/runs {run:S20,agentRunId:s,runId:s,startedSandbox:b,status:s,startupError?:{code?:s,message:s,retryable?:b}}
route getAgentRun ci GET /api/agents/{agentId}/runs/{runId} {run:{id:s,runId:s,agentId:s,status:s,trigger:~s,summary:~s,errorSummary:~s,sandboxStatus:~s,startedAt:~d,endedAt:~d,durationMs:~n,counts:S21,agentKey:s,executionStrategy:s,model:~s,thinkingLevel:~s,visibility:{hiddenCustomerCount:n,hiddenOutputCount:n,debugLedgerHidden:b},triggerEvidence:~{automationRunId:s,policy:{mode:s,requiredCount:n,selectedCount:n,matchedCount:n},selectedSignals:[S22],matchedSignals:[S22],window:{value:n,unit:s,startAt:~d,endAt:~d},primaryOccurrence:{id:s,eventName?:s,eventChannel?:s,eventOccurredAt?:d}},candidates:[{id:s,customerId:s,customerName:s,customerDomain:~s,billingStatus:~s,lastActivityAt:~d,candidateKey:s,fingerprint:s,status:s,outputId:~s,disposition:~s,surfaceReason:~s,reasons:[u],metrics:[u]}],outputs:[{id:s,contractType:s,contractVersion:s,status:s,deliveryStatus:s,error:~s,processedAt:~d,deliveredAt:~d,createdAt:d,notificationCount:n,referencedCandidateCount:n,referencedCandidateIds:[s],titles:[s],markdownPreviews:[s],deliverySummary:~o,actions:[{id:s,label:s,status:s,url:~s}]}],toolCalls:[{id:s,toolName:s,status:s,error:~s,startedAt:d,endedAt:~d,latencyMs:~n,inputSummary:u,outputSummary:u}],artifacts:[{id:s,kind:s,mimeType:s,bodySizeBytes:~n,redactionStatus:~s,createdAt:d,metadataSummary:u}]}}
route getCustomerActivation ci GET /api/activation {activation:S23}
route updateCustomerActivation ci PATCH /api/activation {activation:S23,changed:b}
route previewCustomerActivation ci POST /api/activation/preview {preview:{eventName:s,evaluatedFrom:d,evaluatedTo:d,evaluatedEventCount:n,matchedCustomerCount:n,alreadyActivatedCustomerCount:n,wouldActivateCustomerCount:n,evaluatedContactOccurrenceCount:n,matchedContactCount:n,alreadyActivatedContactCount:n,wouldActivateContactCount:n,contactTruncated:b,customerTruncated:b,truncated:b,examples:[{customer:S24,activatedAt:~d,firstMatchedAt:d,eventId:s}]}}
tool svc_list_customers r {items:[{id:s,name:~s,domain:~s,billingStatus:s,activatedAt:~d,firstSeenAt:~d,lastActivityAt:~d,contactCount:n,currentMrr:~n,mrrCalculationStatus:s,owner:~S25,daysSinceActivity:~n}],pagination:S8}
tool svc_list_users r {items:[{id:s,email:~s,name:~s,customerId:s,customerName:~s,customerDomain:~s,journeyStage:s,lastActivityAt:~d,daysSinceActivity:~n}],pagination:S8}
tool svc_list_workspace_users r {items:[{id:s,email:s,name:s,title:~s,role:~s,managerEmail:~s,territory:~s,socialProfileUrl:~s,ownedCustomerCount:n}],pagination:S8}
tool svc_get_customer r {customer:{id:s,name:~s,domain:~s,billingStatus:s,activatedAt:~d,firstSeenAt:~d,lastActivityAt:~d,owner:~S25},users?:[{id:s,email:~s,name:~s,journeyStage:s,lastActivityAt:~d}],revenue?:{currentMrr:~n,mrrCalculationStatus:s,lifetimeRevenue:n,activeSubscriptions:n},recentTimeline?:[{type:s,title:~s,contact:~s,occurredAt:d}],behaviorMetrics?:{activityCount:n,activeUsers:n,lastEmailAt:~d,lastMeetingAt:~d},enrichment?:{status:s,provider:~s,providerEntityId:~s,summary:~{name?:s,domain?:s,websiteUrl?:s,description?:s,logoUrl?:s,socialProfileUrl?:s,yearFounded?:n,companyType?:s,employeeCountRange?:s,headcount?:n,industry?:s,categories?:[s],markets?:[s],headquarters?:s,fundingSummary?:{totalInvestmentUsd?:n,lastRoundType?:s,lastRoundAmountUsd?:n,lastFundraiseDate?:s,investors?:[s]},hiringSummary?:{openingsCount?:n,recentTitles?:[s]},followerSummary?:{count?:n,growth?:*~n}},match:~o,lastSuccessfulRefreshAt:~d,lastAttemptAt:~d,expiresAt:~d,error:~{class:s,message:s,retryable?:b}}}
tool svc_get_timeline r {events:[{id:s,eventType:s,eventName:s,channel:s,title:~s,summary:~s,occurredAt:d,contact:~s,sourceType:~s,sourceId:~s,sourceRef?:{sourceType:s,sourceId:s},metadata:o}],pagination:S8}
tool svc_list_facts r {customer:S24,facts:[S26],pagination:S8}
tool svc_get_fact r S26
tool svc_get_source r S27
tool svc_list_sources r {items:[S27],pagination:S8}
tool svc_search_customer_context r {customer:~S24,results:[<kind=fact:{kind:s,score:n,matchCount:n,matches:[S28],fact:S26}|source:{kind:s,score:n,matchCount:n,matches:[S28],sourceType:s,sourceId:s,occurredAt:~d,title:~s,permalink:~s,context?:{text:s,sourceRef:{sourceType:s,sourceId:s}}}>]}
tool svc_query r {success:t,data:[o],metadata:{rowsReturned:n,executionTimeMs:n,truncated:b}}
tool svc_schema r (S29|{views:[S29],tables:[S29]})
tool svc_send_notification - {ok:t,deliveries:[{destinationId:s,status:s,providerEventId:~s}]}
tool svc_submit_feedback - S0
shape S0 {id:s,createdAt:d}
shape S1 {cliName:s,providerId:s,displayName:s,category:s,authType:s,setupMode:s,credentialType:~s,connectSupported:b,requiredFields:[{key:s,label:s,secret:b}],commands:[s],postConnectSteps:[{id:s,label:s,required:b,supported:b,command:~s,note?:s}],notes:[s]}
shape S2 {id:s,key:s,name:s,schemaVersion:s,configHash:~s,description:~s,enabled:b,triggerJson:u,audienceFilterJson:u,archivedAt:~d,lastRunAt:~d,nextRunAt:~d,createdAt:d,updatedAt:d,signals:[S3],destinations:[S4],activeSignalCount:n,activeDestinationCount:n,agentId:~s,managedBy:s,triggerType:s,matchMode:s,lastRunStatus:~s}
shape S3 {id:s,key:s,name:s,schemaVersion:s,configHash:~s,description:~s,definition:u,archivedAt:~d,createdAt:d,updatedAt:d,managedBy:s,kind:s}
shape S4 {id:s,key:s,name:s,schemaVersion:s,configHash:~s,description:~s,enabled:b,isDefault:b,maskedConfig:~o,lastSyncedAt:~d,archivedAt:~d,providerErrorCode:~s,providerErrorMessage:~s,createdAt:d,updatedAt:d,provider:s,kind:s,syncStatus:s}
shape S5 {automation:S2}
shape S6 {id:s,archivedAt:d}
shape S7 {id:s,automationId:s,triggerType:s,status:s,dedupeKey:~s,eventProcessedId:~s,eventName:~s,eventChannel:~s,eventOccurredAt:~d,matchedAt:d,destinationCount:n,acceptedDestinationCount:n,failedDestinationCount:n,agentRunId:~s,skipReason:~s,errorCode:~s,errorMessage:~s,createdAt:d,updatedAt:d,deliveries:[{id:s,sourceType:s,sourceId:~s,automationRunId:~s,agentOutputId:~s,destinationId:s,provider:s,providerEventId:~s,status:s,queuedAt:~d,enqueueAttemptCount:n,lastEnqueueAttemptAt:~d,publishedAt:~d,errorCode:~s,errorMessage:~s,createdAt:d,updatedAt:d}],occurrences:[{id:s,signalId:s,grain:s,subjectType:s,subjectId:~s,customerId:~s,occurredAt:d,detectedAt:d,createdAt:d,updatedAt:d}]}
shape S8 {hasMore:b,nextCursor:~s,total:n}
shape S9 {signal:S3}
shape S10 {connected:b,channels:[{id:s,name:s,isPrivate:b}],hasMore:b,nextCursor:~s}
shape S11 {destination:S4}
shape S12 {id:s,name:s,enabled:b,triggerType:s,agentId:~s,lastRunStatus:~s,lastRunAt:~d,nextRunAt:~d,createdAt:d,updatedAt:d}
shape S13 {defaultTimezone:s}
shape S14 {chatChannelId:~s,chatChannelName:~s}
shape S15 {id:s,status:s,proposalStatus:s,confidence:s,survivor:S16,duplicate:S16,reviewNotes:~s,reviewedAt:~d,reviewedByName:~s,appliedAt:~d,appliedByName:~s,createdAt:d,explanation:[s],impact:{identifiers:n,users:n,activities:n,visitors:n,billingEvents:n,facts:n,supportTickets:n,calls:n,accessEntries:n,analyticsEvents:n,analyticsDimensions:n},latestJob:~{id:s,status:s,createdAt:d,updatedAt:d},canMerge:b,canReject:b}
shape S16 {id:s,name:~s,domain:~s,type:s,status:~s,identifierCount:n,contactCount:n}
shape S17 {proposalId:s,jobId?:s,status:s,jobStatus?:s}
shape S18 {id:s,agentKey:s,displayName:s,status:s,templateVersion:~s,actionKeys:[s],schedule:{enabled:b,nextRunAt:~d,lastRunAt:~d,lastSuccessfulRunAt:~d},createdAt:d,updatedAt:d}
shape S19 {agent:S18}
shape S20 {id:s,runId:s,agentId:s,status:s,trigger:~s,summary:~s,errorSummary:~s,sandboxStatus:~s,startedAt:~d,endedAt:~d,durationMs:~n,counts:S21,outputs:[{id:s,status:s,deliveryStatus:s,deliveredAt:~d,createdAt:d}]}
shape S21 {candidates:n,tools:n,artifacts:n,outputs:n}
shape S22 {id:s,key:~s,name:s,kind:~s}
shape S23 {eventName:~s}
shape S24 {id:s,name:~s,domain:~s}
shape S25 {id:s,email:s,name:s}
shape S26 {sourceType:~s,sourceId:~s,sourceOccurredAt:~d,sourceQuote:~s,permalink:~s,id:s,assertion:s,reasoning:~s,factType:s,factCategory:s,status:s,confidence:n,priority:~s,severity:~s,occurredAt:~d,detectedAt:d,validFrom:d,validUntil:~d,lastDetectedAt:~d,periodStart:~d,periodEnd:~d,changePointDate:~d,linkedSourceRef?:~{sourceType:s,sourceId:s,occurredAt:~d,permalink:~s},sourceMetadata?:~{sourceType:~s,sourceId:~s,sourceOccurredAt:~d,sourceQuote:~s,permalink:~s},evidenceCount:n,occurrenceCount:n,metricName:~s,metricValue:~n,metricPreviousValue:~n,metricDelta:~n,metricUnit:~s,evidence?:~[{id:s,sourceType:~s,sourceId:~s,excerpt:~s,metadata:~o}]}
shape S27 {sourceType:s,sourceId:s,occurredAt:~d,title:~s,summary:~s,permalink:~s,provider:~s,customer:~S24,participants:[{email:~s,name:~s,role:s,affiliation:~s,resolvedUserId:~s}],record:o}
shape S28 {text:s,occurredAt?:d}
shape S29 {name:s,description:s,columns:[{name:s,type:s,description:s}],exampleQueries:[s]}
`
