{{- define "asyfleet.fullname" -}}
{{ include "asyfleet.fullnameOf" .Release.Name }}
{{- end -}}

{{- /* Call with the name of a release, which may have dots; that of a Service may not. */ -}}
{{- define "asyfleet.fullnameOf" -}}
{{- contains "asyfleet" . | ternary . (printf "%s-asyfleet" .) | replace "." "-" | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- /* The release whose queue servers use this one: itself, unless it is a further shard. */ -}}
{{- define "asyfleet.entry" -}}
{{ .Values.shardOf | default .Release.Name }}
{{- end -}}

{{- /* Call with (dict "root" $ "part" "backend"). */ -}}
{{- define "asyfleet.name" -}}
{{ include "asyfleet.fullname" .root }}-{{ .part }}
{{- end -}}

{{- define "asyfleet.selector" -}}
app.kubernetes.io/name: asyfleet
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- /* Call with the root: pods of the queue servers, in whatever release they are. */ -}}
{{- define "asyfleet.entrySelector" -}}
app.kubernetes.io/name: asyfleet
app.kubernetes.io/instance: {{ include "asyfleet.entry" . }}
app.kubernetes.io/component: queue-server
{{- end -}}

{{- define "asyfleet.labels" -}}
{{ include "asyfleet.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "asyfleet.image" -}}
{{- $values := .values -}}
{{- with .root.Values.image.registry }}{{ . }}/{{ end }}{{ $values.image }}{{ if $values.digest }}@{{ $values.digest }}{{ else }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end -}}

{{- /* Names under which the pods of this cluster ask the queue servers: the test, and KEDA. */ -}}
{{- define "asyfleet.inside" -}}
{{- $name := printf "%s-queue-server" (include "asyfleet.fullname" .) -}}
{{ $name }},{{ $name }}.{{ .Release.Namespace }}.svc
{{- end -}}

{{- /* Whether the pods that read metrics reach all pods. */ -}}
{{- define "asyfleet.scraped" -}}
{{- if or (not .Values.networkPolicy.enabled) .Values.networkPolicy.metrics }}true{{ end -}}
{{- end -}}

{{- /* The variable with the address of Redis. */ -}}
{{- define "asyfleet.redis" -}}
- name: REDIS_URL
{{- if .Values.externalRedis.secret }}
  valueFrom:
    secretKeyRef: {name: {{ .Values.externalRedis.secret }}, key: url}
{{- else }}
  value: {{ include "asyfleet.redisUrl" . | quote }}
{{- end }}
{{- end -}}

{{- define "asyfleet.redisUrl" -}}
{{ .Values.externalRedis.url | default (printf "redis://%s-valkey:6379" (include "asyfleet.fullname" .)) }}
{{- end -}}

{{- /* The same for queue servers, which know all shards. */ -}}
{{- define "asyfleet.shards" -}}
{{- if .Values.queueServer.shardsSecret -}}
- name: REDIS_URL
  valueFrom:
    secretKeyRef: {name: {{ .Values.queueServer.shardsSecret }}, key: urls}
{{- else if .Values.queueServer.shards -}}
{{- if .Values.externalRedis.secret }}{{ fail "queueServer.shards with externalRedis.secret: put the addresses of all shards into queueServer.shardsSecret" }}{{ end -}}
- name: REDIS_URL
  value: {{ prepend .Values.queueServer.shards (include "asyfleet.redisUrl" .) | join "," | quote }}
{{- else -}}
{{ include "asyfleet.redis" . }}
{{- end -}}
{{- end -}}

{{- /* Where /api/queue-stats has the slots that the backends of this release want. With shards, a shard is named by the
       address of its Redis. */ -}}
{{- define "asyfleet.slotsWanted" -}}
{{- if or .Values.shardOf .Values.queueServer.shards .Values.queueServer.shardsSecret -}}
{{- if .Values.externalRedis.secret }}{{ fail "autoscaling.kind keda-slots with shards: externalRedis.url must name the shard" }}{{ end -}}
{{- printf "shards.#(name==\"%s\").slotsWanted" (include "asyfleet.shardName" .) -}}
{{- else -}}
queue.slotsWanted
{{- end -}}
{{- end -}}

{{- /* The name that queue servers give to the shard of this release: ShardName.java. */ -}}
{{- define "asyfleet.shardName" -}}
{{- $url := include "asyfleet.redisUrl" . -}}
{{- /* 1 scheme, 2 user and password, 3 hosts, 4 database, 5 master */ -}}
{{- $form := `^(rediss?|rediss?-sentinel)://(.*@)?([^\]\[/?#@]+)/?([0-9]*)(?:#([^?#]+))?$` -}}
{{- $sentinel := contains "-sentinel://" $url -}}
{{- $master := regexReplaceAll $form $url "${5}" -}}
{{- if or (not (regexMatch $form $url)) (eq $sentinel (empty $master)) -}}
{{- fail (printf "autoscaling.kind keda-slots with shards: externalRedis.url must be redis://host:port/database or redis-sentinel://host:port,host:port/database#master, without options, but is %s" (regexReplaceAll "//.*@" $url "//…@")) -}}
{{- end -}}
{{- $hosts := list -}}
{{- range splitList "," (regexReplaceAll $form $url "${3}") -}}
{{- $hosts = append $hosts (contains ":" . | ternary . (printf "%s:%s" . (ternary "26379" "6379" $sentinel))) -}}
{{- end -}}
{{- $database := regexReplaceAll $form $url "${4}" -}}
{{ sortAlpha $hosts | join "," }}{{ if $sentinel }}#{{ $master }}{{ end }}{{ if not (has $database (list "" "0")) }}/{{ $database }}{{ end }}
{{- end -}}

{{- define "asyfleet.ownRedis" -}}
{{- if not (or .Values.externalRedis.url .Values.externalRedis.secret) }}true{{ end -}}
{{- end -}}

{{- /* The whole seconds of a duration such as 30s, 2m or 1500 (milliseconds), rounded up. */ -}}
{{- define "asyfleet.seconds" -}}
{{- $number := regexFind "^[0-9]+" . | atoi -}}
{{- $unit := regexFind "[a-z]*$" . -}}
{{- if or (eq $unit "") (eq $unit "ms") -}}{{ div (add $number 999) 1000 }}
{{- else -}}{{ mul $number (get (dict "s" 1 "m" 60 "h" 3600 "d" 86400) $unit) }}{{- end -}}
{{- end -}}

{{- /* How many seconds a pod may finish its tasks. */ -}}
{{- define "asyfleet.drain" -}}
{{- if .Values.drainLimit -}}
{{ include "asyfleet.seconds" .Values.drainLimit }}
{{- else -}}
{{- $longest := 0 -}}
{{- range splitList "," (printf "%s,%s" .Values.scheduler.levels .Values.queueServer.timeouts) -}}
{{- $longest = max $longest (include "asyfleet.seconds" (splitList "=" . | first | trim) | atoi) -}}
{{- end -}}
{{ add $longest 10 }}
{{- end -}}
{{- end -}}

{{- /* Services end at most 15 s after their drain limit and lame duck; before these comes the pause of preStop. */ -}}
{{- define "asyfleet.grace" -}}
{{ add .Values.preStopSeconds (include "asyfleet.seconds" .Values.lameDuck) (include "asyfleet.drain" .) 15 }}
{{- end -}}

{{- /* How a service that tasks are at ends. */ -}}
{{- define "asyfleet.end" -}}
- {name: ASYFLEET_LAME_DUCK, value: {{ .Values.lameDuck | quote }}}
- {name: ASYFLEET_DRAIN_LIMIT, value: {{ include "asyfleet.drain" . }}s}
{{- end -}}

{{- define "asyfleet.env" -}}
{{- range $name, $value := dict "ASYFLEET_DRAIN_LIMIT" "drainLimit" "ASYFLEET_LAME_DUCK" "lameDuck" }}
{{- if hasKey $ $name }}{{ fail (printf "env: set %s in place of %s, for the pod must be given as much time" $value $name) }}{{ end }}
{{- end }}
{{- range $name, $value := . }}
- name: {{ $name }}
  {{- /* Helm has large numbers as 1e+06; JSON has their digits. */}}
  value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
{{- end }}
{{- end -}}

{{- /* The parts that the pods of all services share. */ -}}
{{- define "asyfleet.pod" -}}
serviceAccountName: {{ include "asyfleet.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ include "asyfleet.grace" .root }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{ toYaml . }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
{{ toYaml . | indent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
{{ toYaml . }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
{{ include "asyfleet.selector" . | indent 8 }}
{{- end -}}

{{- define "asyfleet.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- /* Never /readyz?deep=1, which draws a figure: a full fleet would lose all its pods at once. */ -}}
{{- define "asyfleet.probes" -}}
startupProbe:
  httpGet: {path: /readyz, port: {{ . }}}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: {path: /healthz, port: {{ . }}}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: {path: /readyz, port: {{ . }}}
  periodSeconds: 3
  timeoutSeconds: 3
{{- end -}}

{{- /* Names, and Redis: the pod of this chart, or any host at the port of the address. */ -}}
{{- define "asyfleet.redisEgress" -}}
- ports:
    - {port: 53, protocol: UDP}
    - {port: 53, protocol: TCP}
{{- if include "asyfleet.ownRedis" . }}
- ports:
    - {port: redis}
  to:
    - podSelector:
        matchLabels:
{{ include "asyfleet.selector" (dict "root" . "part" "valkey") | indent 10 }}
{{- else }}
- ports:
    {{- range .Values.externalRedis.ports }}
    - {port: {{ . }}}
    {{- end }}
{{- end }}
{{- end -}}
