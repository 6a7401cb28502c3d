// @ts-nocheck -- ajv writes no types.
// Generated from the schemas by `make generate`. Do not edit.
import type { ValidateFunction } from 'ajv';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import equal from 'ajv/dist/runtime/equal.js';
import { formats } from './formats.ts';

export const assignment: ValidateFunction = validate20 as never;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"assignment.json","title":"Assignment","description":"All that an agent needs to run one instance, resolved: key `assignments/{node_id}/{service}/{instance_id}`. Written and deleted in one transaction with its instance.","type":"object","required":["instance_id","service","node_id","managed","desired","health","mesh"],"additionalProperties":false,"properties":{"instance_id":{"$ref":"common.json#/$defs/dns_label"},"service":{"$ref":"common.json#/$defs/dns_label"},"node_id":{"$ref":"common.json#/$defs/node_id"},"slot":{"type":"integer","description":"Slot of the service.","minimum":0,"maximum":100000},"revision":{"$ref":"common.json#/$defs/revision_id"},"managed":{"type":"boolean","description":"False: somebody else starts the app; the agent gives it a sidecar and a probe."},"desired":{"type":"string","description":"The controller's wish.","enum":["running","draining","stopped"]},"restored_at":{"$ref":"common.json#/$defs/timestamp","description":"When its instance's record, deleted by hand, was written again; another instance takes its place as `update` allows."},"drain_deadline":{"$ref":"common.json#/$defs/timestamp","description":"Until when connections may stay open, by the controller's clock; the agent counts `drain_s` from when it learnt of it."},"drain_s":{"type":"integer","description":"Seconds that a draining instance may keep its connections.","minimum":0,"maximum":86400},"run":{"$ref":"common.json#/$defs/run"},"image_digest":{"type":"string","description":"Repository digest to run, where one is recorded.","maxLength":512},"resources":{"$ref":"common.json#/$defs/resources"},"health":{"$ref":"common.json#/$defs/health"},"protocol":{"type":"string","description":"Protocol of the service.","enum":["http","grpc","tcp"]},"app":{"type":"object","description":"Where the app is. Absent for a mesh-only assignment.","additionalProperties":false,"properties":{"addr":{"$ref":"common.json#/$defs/ip","description":"Where the app listens on the node."},"port":{"$ref":"common.json#/$defs/port"},"container_port":{"$ref":"common.json#/$defs/port","description":"Port inside the container; equal to port for a process."}},"required":["addr","port","container_port"]},"mesh":{"type":"object","description":"The sidecar.","additionalProperties":false,"properties":{"mode":{"type":"string","description":"Whether a sidecar is wanted.","enum":["agent","none"]},"bind":{"type":"object","description":"Where the sidecar accepts calls of other nodes.","additionalProperties":false,"properties":{"addr":{"$ref":"common.json#/$defs/ip"},"port":{"$ref":"common.json#/$defs/port"}},"required":["addr","port"]},"control":{"$ref":"common.json#/$defs/port","description":"Port of the sidecar's outbound proxy, one per service and node."},"upstreams":{"type":"array","description":"Fixed local ports.","items":{"type":"object","description":"A fixed local port.","additionalProperties":false,"properties":{"service":{"$ref":"common.json#/$defs/dns_label"},"bind":{"$ref":"common.json#/$defs/port"}},"required":["service","bind"]},"maxItems":10000}},"required":["mode"]},"pre_stop":{"$ref":"common.json#/$defs/pre_stop"},"stop_after_s":{"type":"integer","description":"Seconds without the store after which the agent stops the instance by itself; absent: never.","minimum":1,"maximum":604800},"job":{"$ref":"common.json#/$defs/job_task","description":"The task that it runs: started once, never again."}}};
const schema33 = {"type":"string","description":"A DNS label: it becomes a key segment, a container name, a host name and a SPIFFE path segment.","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","minLength":1,"maxLength":63};
const schema35 = {"type":"string","description":"A node id: DNS labels joined by dots, 63 characters at most.","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$","minLength":1,"maxLength":63};
const schema36 = {"type":"string","description":"The first 16 hex digits of the digest of run, ports, protocol and resources.","pattern":"^[0-9a-f]{16}$"};
const schema37 = {"type":"string","description":"RFC 3339 date and time with zone.","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$","format":"date-time","maxLength":40};
const schema41 = {"type":"object","description":"Resources: for an instance its limit and what placement counts, for a node its capacity.","additionalProperties":false,"properties":{"cpu_millicores":{"type":"integer","description":"CPU in thousandths of a core.","minimum":1,"maximum":1024000},"memory_bytes":{"type":"integer","description":"Memory in bytes.","minimum":4194304,"maximum":9007199254740991}}};
const schema42 = {"type":"object","description":"How readiness is probed.","additionalProperties":false,"properties":{"type":{"type":"string","description":"Kind of probe; the probe is made from outside. Default: http where the protocol is http, grpc where grpc, else tcp.","enum":["http","tcp","grpc","none"]},"path":{"type":"string","description":"Path of an http probe (any status 200–399 passes); service name of a grpc probe.","maxLength":1024,"default":"/"},"interval_s":{"type":"number","description":"Seconds between probes.","minimum":0.1,"maximum":3600,"default":5},"timeout_s":{"type":"number","description":"Seconds until a probe fails.","minimum":0.1,"maximum":600,"default":2},"healthy_after":{"type":"integer","description":"Passes in a row until ready.","minimum":1,"maximum":100,"default":1},"unhealthy_after":{"type":"integer","description":"Failures in a row until unhealthy.","minimum":1,"maximum":100,"default":3},"start_period_s":{"type":"number","description":"Seconds after start during which failures do not count and probes run up to ten times as often.","minimum":0,"maximum":3600,"default":30},"restart_after_s":{"type":"number","description":"Seconds unhealthy after which the instance is restarted; absent: never. Counts from when it was last ready, or from the end of its start period.","minimum":1,"maximum":86400}}};
const schema43 = {"type":"string","description":"An IPv4 or IPv6 address, without port or zone.","pattern":"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$","format":"ip","maxLength":45};
const schema40 = {"type":"integer","description":"A TCP port.","minimum":1,"maximum":65535};
const schema51 = {"type":"object","description":"What is called before an instance is stopped, once its connections have drained.","additionalProperties":false,"properties":{"path":{"type":"string","description":"Path that is called with POST on the app itself; any answer ends the wait.","maxLength":1024,"pattern":"^/"},"timeout_s":{"type":"number","description":"Seconds that the call may take; the stop follows in any case.","minimum":0.1,"maximum":3600,"default":10}},"required":["path"]};
const func1 = Object.prototype.hasOwnProperty;
const func2 = ucs2length.default;
const pattern4 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern6 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$", "u");
const pattern7 = new RegExp("^[0-9a-f]{16}$", "u");
const pattern8 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$", "u");
const pattern16 = new RegExp("^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$", "u");
const pattern11 = new RegExp("^/", "u");
const formats0 = formats["date-time"];
const formats4 = formats.ip;
const schema39 = {"type":"object","description":"What runs and how.","additionalProperties":false,"properties":{"driver":{"type":"string","description":"How the instance is run.","enum":["docker","process"],"default":"docker"},"image":{"type":"string","description":"Image reference; driver docker only.","maxLength":512,"minLength":1},"command":{"type":"array","description":"Replaces the entrypoint of the image; for a process the program and its first arguments.","items":{"type":"string","description":"","maxLength":4096},"maxItems":64,"minItems":1},"args":{"type":"array","description":"Arguments after the command.","items":{"type":"string","description":"","maxLength":4096},"maxItems":256},"env":{"type":"object","description":"Environment. Never secrets: whoever reads the store reads this.","maxProperties":256,"propertyNames":{"pattern":"^[A-Za-z_][A-Za-z0-9_]*$","maxLength":128},"additionalProperties":{"type":"string","maxLength":32768}},"env_file":{"type":"string","description":"Absolute path on the node of a file of KEY=VALUE lines, mode 0600. Only the path is in the digest.","maxLength":1024,"pattern":"^/"},"secret_files":{"type":"array","description":"Node-local files mounted read-only. Only the paths are in the digest.","items":{"type":"object","description":"One secret file.","additionalProperties":false,"properties":{"source":{"type":"string","description":"Absolute path on the node, mode 0600.","maxLength":1024,"pattern":"^/"},"target":{"type":"string","description":"Absolute path inside the container.","maxLength":1024,"pattern":"^/"}},"required":["source","target"]},"maxItems":32},"user":{"type":"string","description":"User or uid[:gid] to run as.","maxLength":64,"minLength":1},"volumes":{"type":"array","description":"Local volumes. An instance that has one is not moved when its node is lost.","items":{"type":"object","description":"One local volume.","additionalProperties":false,"properties":{"source":{"type":"string","description":"Absolute path on the node, or the name of a local volume.","maxLength":1024,"minLength":1},"target":{"type":"string","description":"Absolute path inside the container.","maxLength":1024,"pattern":"^/"},"read_only":{"type":"boolean","description":"Mount read-only.","default":false}},"required":["source","target"]},"maxItems":32},"host_port":{"$ref":"#/$defs/port","description":"A fixed port on the node's app_addr instead of an allocated one."},"stop_signal":{"type":"string","description":"Signal that asks the app to stop.","enum":["SIGTERM","SIGINT","SIGQUIT","SIGHUP","SIGUSR1","SIGUSR2"],"default":"SIGTERM"},"stop_timeout_s":{"type":"integer","description":"Seconds between the stop signal and SIGKILL.","minimum":0,"maximum":3600,"default":10},"sandbox":{"type":"object","description":"Relaxes or tightens the default sandbox (driver docker).","additionalProperties":false,"properties":{"cap_add":{"type":"array","description":"Capabilities given back; all are dropped by default.","items":{"type":"string","description":"Capability without the CAP_ prefix.","maxLength":64,"pattern":"^[A-Z_]+$"},"maxItems":41},"no_new_privileges":{"type":"boolean","description":"Forbid gaining privileges.","default":true},"pids_limit":{"type":"integer","description":"Processes and threads at most.","minimum":1,"maximum":4194304,"default":512},"read_only_root":{"type":"boolean","description":"Root file system read-only.","default":false}}}}};
const pattern10 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern15 = new RegExp("^[A-Z_]+$", "u");

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema39.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.driver !== undefined){
let data0 = data.driver;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/driver",schemaPath:"#/properties/driver/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.driver.type,parentSchema:schema39.properties.driver,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((data0 === "docker") || (data0 === "process"))){
const err2 = {instancePath:instancePath+"/driver",schemaPath:"#/properties/driver/enum",keyword:"enum",params:{allowedValues: schema39.properties.driver.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.driver.enum,parentSchema:schema39.properties.driver,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.image !== undefined){
let data1 = data.image;
if(typeof data1 === "string"){
if(func2(data1) > 512){
const err3 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data1) < 1){
const err4 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.image.type,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.command !== undefined){
let data2 = data.command;
if(Array.isArray(data2)){
if(data2.length > 64){
const err6 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.length < 1){
const err7 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) > 4096){
const err8 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/properties/command/items/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema39.properties.command.items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.command.items.type,parentSchema:schema39.properties.command.items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.command.type,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.args !== undefined){
let data4 = data.args;
if(Array.isArray(data4)){
if(data4.length > 256){
const err11 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items",schema:256,parentSchema:schema39.properties.args,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(typeof data5 === "string"){
if(func2(data5) > 4096){
const err12 = {instancePath:instancePath+"/args/" + i1,schemaPath:"#/properties/args/items/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema39.properties.args.items,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/args/" + i1,schemaPath:"#/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.args.items.type,parentSchema:schema39.properties.args.items,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.args.type,parentSchema:schema39.properties.args,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.env !== undefined){
let data6 = data.env;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 256){
const err15 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/maxProperties",keyword:"maxProperties",params:{limit: 256},message:"must NOT have more than 256 properties",schema:256,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key1 in data6){
const _errs16 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 128){
const err16 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema39.properties.env.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern10.test(key1)){
const err17 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_]*$"+"\"",schema:"^[A-Za-z_][A-Za-z0-9_]*$",parentSchema:schema39.properties.env.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var valid5 = _errs16 === errors;
if(!valid5){
const err18 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid",schema:schema39.properties.env.propertyNames,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
for(const key2 in data6){
let data7 = data6[key2];
if(typeof data7 === "string"){
if(func2(data7) > 32768){
const err19 = {instancePath:instancePath+"/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 32768},message:"must NOT have more than 32768 characters",schema:32768,parentSchema:schema39.properties.env.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.env.additionalProperties.type,parentSchema:schema39.properties.env.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.env.type,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.env_file !== undefined){
let data8 = data.env_file;
if(typeof data8 === "string"){
if(func2(data8) > 1024){
const err22 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern11.test(data8)){
const err23 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.env_file.type,parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.secret_files !== undefined){
let data9 = data.secret_files;
if(Array.isArray(data9)){
if(data9.length > 32){
const err25 = {instancePath:instancePath+"/secret_files",schemaPath:"#/properties/secret_files/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema39.properties.secret_files,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len2 = data9.length;
for(let i2=0; i2<len2; i2++){
let data10 = data9[i2];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.source === undefined){
const err26 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'",schema:schema39.properties.secret_files.items.required,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data10.target === undefined){
const err27 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'",schema:schema39.properties.secret_files.items.required,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key3 in data10){
if(!((key3 === "source") || (key3 === "target"))){
const err28 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data10.source !== undefined){
let data11 = data10.source;
if(typeof data11 === "string"){
if(func2(data11) > 1024){
const err29 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!pattern11.test(data11)){
const err30 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.secret_files.items.properties.source.type,parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data10.target !== undefined){
let data12 = data10.target;
if(typeof data12 === "string"){
if(func2(data12) > 1024){
const err32 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern11.test(data12)){
const err33 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.secret_files.items.properties.target.type,parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.secret_files.items.type,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/secret_files",schemaPath:"#/properties/secret_files/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.secret_files.type,parentSchema:schema39.properties.secret_files,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.user !== undefined){
let data13 = data.user;
if(typeof data13 === "string"){
if(func2(data13) > 64){
const err37 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(func2(data13) < 1){
const err38 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.user.type,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.volumes !== undefined){
let data14 = data.volumes;
if(Array.isArray(data14)){
if(data14.length > 32){
const err40 = {instancePath:instancePath+"/volumes",schemaPath:"#/properties/volumes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema39.properties.volumes,data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
const len3 = data14.length;
for(let i3=0; i3<len3; i3++){
let data15 = data14[i3];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.source === undefined){
const err41 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'",schema:schema39.properties.volumes.items.required,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data15.target === undefined){
const err42 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'",schema:schema39.properties.volumes.items.required,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
for(const key4 in data15){
if(!(((key4 === "source") || (key4 === "target")) || (key4 === "read_only"))){
const err43 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data15.source !== undefined){
let data16 = data15.source;
if(typeof data16 === "string"){
if(func2(data16) > 1024){
const err44 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(func2(data16) < 1){
const err45 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.volumes.items.properties.source.type,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data15.target !== undefined){
let data17 = data15.target;
if(typeof data17 === "string"){
if(func2(data17) > 1024){
const err47 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(!pattern11.test(data17)){
const err48 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.volumes.items.properties.target.type,parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data15.read_only !== undefined){
let data18 = data15.read_only;
if(typeof data18 !== "boolean"){
const err50 = {instancePath:instancePath+"/volumes/" + i3+"/read_only",schemaPath:"#/properties/volumes/items/properties/read_only/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.volumes.items.properties.read_only.type,parentSchema:schema39.properties.volumes.items.properties.read_only,data:data18};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.volumes.items.type,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath:instancePath+"/volumes",schemaPath:"#/properties/volumes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.volumes.type,parentSchema:schema39.properties.volumes,data:data14};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.host_port !== undefined){
let data19 = data.host_port;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err53 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 65535 || isNaN(data19)){
const err54 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data19 < 1 || isNaN(data19)){
const err55 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
if(data.stop_signal !== undefined){
let data20 = data.stop_signal;
if(typeof data20 !== "string"){
const err56 = {instancePath:instancePath+"/stop_signal",schemaPath:"#/properties/stop_signal/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.stop_signal.type,parentSchema:schema39.properties.stop_signal,data:data20};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(!((((((data20 === "SIGTERM") || (data20 === "SIGINT")) || (data20 === "SIGQUIT")) || (data20 === "SIGHUP")) || (data20 === "SIGUSR1")) || (data20 === "SIGUSR2"))){
const err57 = {instancePath:instancePath+"/stop_signal",schemaPath:"#/properties/stop_signal/enum",keyword:"enum",params:{allowedValues: schema39.properties.stop_signal.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.stop_signal.enum,parentSchema:schema39.properties.stop_signal,data:data20};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.stop_timeout_s !== undefined){
let data21 = data.stop_timeout_s;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err58 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema39.properties.stop_timeout_s.type,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 3600 || isNaN(data21)){
const err59 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err60 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
if(data.sandbox !== undefined){
let data22 = data.sandbox;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key5 in data22){
if(!((((key5 === "cap_add") || (key5 === "no_new_privileges")) || (key5 === "pids_limit")) || (key5 === "read_only_root"))){
const err61 = {instancePath:instancePath+"/sandbox",schemaPath:"#/properties/sandbox/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.sandbox,data:data22};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data22.cap_add !== undefined){
let data23 = data22.cap_add;
if(Array.isArray(data23)){
if(data23.length > 41){
const err62 = {instancePath:instancePath+"/sandbox/cap_add",schemaPath:"#/properties/sandbox/properties/cap_add/maxItems",keyword:"maxItems",params:{limit: 41},message:"must NOT have more than 41 items",schema:41,parentSchema:schema39.properties.sandbox.properties.cap_add,data:data23};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
const len4 = data23.length;
for(let i4=0; i4<len4; i4++){
let data24 = data23[i4];
if(typeof data24 === "string"){
if(func2(data24) > 64){
const err63 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern15.test(data24)){
const err64 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z_]+$"},message:"must match pattern \""+"^[A-Z_]+$"+"\"",schema:"^[A-Z_]+$",parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.sandbox.properties.cap_add.items.type,parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/sandbox/cap_add",schemaPath:"#/properties/sandbox/properties/cap_add/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.sandbox.properties.cap_add.type,parentSchema:schema39.properties.sandbox.properties.cap_add,data:data23};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data22.no_new_privileges !== undefined){
let data25 = data22.no_new_privileges;
if(typeof data25 !== "boolean"){
const err67 = {instancePath:instancePath+"/sandbox/no_new_privileges",schemaPath:"#/properties/sandbox/properties/no_new_privileges/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.sandbox.properties.no_new_privileges.type,parentSchema:schema39.properties.sandbox.properties.no_new_privileges,data:data25};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data22.pids_limit !== undefined){
let data26 = data22.pids_limit;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err68 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema39.properties.sandbox.properties.pids_limit.type,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 4194304 || isNaN(data26)){
const err69 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4194304},message:"must be <= 4194304",schema:4194304,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data26 < 1 || isNaN(data26)){
const err70 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
if(data22.read_only_root !== undefined){
let data27 = data22.read_only_root;
if(typeof data27 !== "boolean"){
const err71 = {instancePath:instancePath+"/sandbox/read_only_root",schemaPath:"#/properties/sandbox/properties/read_only_root/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.sandbox.properties.read_only_root.type,parentSchema:schema39.properties.sandbox.properties.read_only_root,data:data27};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/sandbox",schemaPath:"#/properties/sandbox/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.sandbox.type,parentSchema:schema39.properties.sandbox,data:data22};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.type,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema52 = {"type":"object","description":"Which task of which run an instance is.","additionalProperties":false,"properties":{"run_id":{"$ref":"common.json#/$defs/run_id"},"index":{"type":"integer","description":"Number of the task within its run, from 0.","minimum":0,"maximum":9999},"attempt":{"type":"integer","description":"Which attempt it is, from 1.","minimum":1,"maximum":10001}},"required":["run_id","index","attempt"]};
const schema53 = {"type":"string","description":"A run of a job: a DNS label.","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","minLength":1,"maxLength":63};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.run_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "run_id"},message:"must have required property '"+"run_id"+"'",schema:schema52.required,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.index === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "index"},message:"must have required property '"+"index"+"'",schema:schema52.required,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.attempt === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "attempt"},message:"must have required property '"+"attempt"+"'",schema:schema52.required,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "run_id") || (key0 === "index")) || (key0 === "attempt"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.run_id !== undefined){
let data0 = data.run_id;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err4 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(data0)){
const err6 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.type,parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.index !== undefined){
let data1 = data.index;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema52.properties.index.type,parentSchema:schema52.properties.index,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9999 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9999},message:"must be <= 9999",schema:9999,parentSchema:schema52.properties.index,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err10 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema52.properties.index,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.attempt !== undefined){
let data2 = data.attempt;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err11 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema52.properties.attempt.type,parentSchema:schema52.properties.attempt,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 10001 || isNaN(data2)){
const err12 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10001},message:"must be <= 10001",schema:10001,parentSchema:schema52.properties.attempt,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema52.properties.attempt,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema52.type,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="assignment.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.instance_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "instance_id"},message:"must have required property '"+"instance_id"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.service === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.node_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},message:"must have required property '"+"node_id"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.managed === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "managed"},message:"must have required property '"+"managed"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.desired === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "desired"},message:"must have required property '"+"desired"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.health === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "health"},message:"must have required property '"+"health"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.mesh === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mesh"},message:"must have required property '"+"mesh"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.instance_id !== undefined){
let data0 = data.instance_id;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err8 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func2(data0) < 1){
const err9 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern4.test(data0)){
const err10 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.service !== undefined){
let data1 = data.service;
if(typeof data1 === "string"){
if(func2(data1) > 63){
const err12 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func2(data1) < 1){
const err13 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern4.test(data1)){
const err14 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.node_id !== undefined){
let data2 = data.node_id;
if(typeof data2 === "string"){
if(func2(data2) > 63){
const err16 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(func2(data2) < 1){
const err17 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern6.test(data2)){
const err18 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.slot !== undefined){
let data3 = data.slot;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err20 = {instancePath:instancePath+"/slot",schemaPath:"#/properties/slot/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.slot.type,parentSchema:schema31.properties.slot,data:data3};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 100000 || isNaN(data3)){
const err21 = {instancePath:instancePath+"/slot",schemaPath:"#/properties/slot/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema31.properties.slot,data:data3};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err22 = {instancePath:instancePath+"/slot",schemaPath:"#/properties/slot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.slot,data:data3};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.revision !== undefined){
let data4 = data.revision;
if(typeof data4 === "string"){
if(!pattern7.test(data4)){
const err23 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\"",schema:"^[0-9a-f]{16}$",parentSchema:schema36,data:data4};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.type,parentSchema:schema36,data:data4};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.managed !== undefined){
let data5 = data.managed;
if(typeof data5 !== "boolean"){
const err25 = {instancePath:instancePath+"/managed",schemaPath:"#/properties/managed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.managed.type,parentSchema:schema31.properties.managed,data:data5};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.desired !== undefined){
let data6 = data.desired;
if(typeof data6 !== "string"){
const err26 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.desired.type,parentSchema:schema31.properties.desired,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!(((data6 === "running") || (data6 === "draining")) || (data6 === "stopped"))){
const err27 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/enum",keyword:"enum",params:{allowedValues: schema31.properties.desired.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.desired.enum,parentSchema:schema31.properties.desired,data:data6};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.restored_at !== undefined){
let data7 = data.restored_at;
if(typeof data7 === "string"){
if(func2(data7) > 40){
const err28 = {instancePath:instancePath+"/restored_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!pattern8.test(data7)){
const err29 = {instancePath:instancePath+"/restored_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!(formats0(data7))){
const err30 = {instancePath:instancePath+"/restored_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/restored_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.drain_deadline !== undefined){
let data8 = data.drain_deadline;
if(typeof data8 === "string"){
if(func2(data8) > 40){
const err32 = {instancePath:instancePath+"/drain_deadline",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern8.test(data8)){
const err33 = {instancePath:instancePath+"/drain_deadline",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!(formats0(data8))){
const err34 = {instancePath:instancePath+"/drain_deadline",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/drain_deadline",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.drain_s !== undefined){
let data9 = data.drain_s;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err36 = {instancePath:instancePath+"/drain_s",schemaPath:"#/properties/drain_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.drain_s.type,parentSchema:schema31.properties.drain_s,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 86400 || isNaN(data9)){
const err37 = {instancePath:instancePath+"/drain_s",schemaPath:"#/properties/drain_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema31.properties.drain_s,data:data9};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err38 = {instancePath:instancePath+"/drain_s",schemaPath:"#/properties/drain_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.drain_s,data:data9};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
if(data.run !== undefined){
if(!(validate22(data.run, {instancePath:instancePath+"/run",parentData:data,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data.image_digest !== undefined){
let data11 = data.image_digest;
if(typeof data11 === "string"){
if(func2(data11) > 512){
const err39 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema31.properties.image_digest,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.image_digest.type,parentSchema:schema31.properties.image_digest,data:data11};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.resources !== undefined){
let data12 = data.resources;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key1 in data12){
if(!((key1 === "cpu_millicores") || (key1 === "memory_bytes"))){
const err41 = {instancePath:instancePath+"/resources",schemaPath:"common.json#/$defs/resources/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema41,data:data12};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data12.cpu_millicores !== undefined){
let data13 = data12.cpu_millicores;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err42 = {instancePath:instancePath+"/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.cpu_millicores.type,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 1024000 || isNaN(data13)){
const err43 = {instancePath:instancePath+"/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1024000},message:"must be <= 1024000",schema:1024000,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err44 = {instancePath:instancePath+"/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
if(data12.memory_bytes !== undefined){
let data14 = data12.memory_bytes;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err45 = {instancePath:instancePath+"/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.memory_bytes.type,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 9007199254740991 || isNaN(data14)){
const err46 = {instancePath:instancePath+"/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data14 < 4194304 || isNaN(data14)){
const err47 = {instancePath:instancePath+"/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 4194304},message:"must be >= 4194304",schema:4194304,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
}
else {
const err48 = {instancePath:instancePath+"/resources",schemaPath:"common.json#/$defs/resources/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.type,parentSchema:schema41,data:data12};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.health !== undefined){
let data15 = data.health;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key2 in data15){
if(!((((((((key2 === "type") || (key2 === "path")) || (key2 === "interval_s")) || (key2 === "timeout_s")) || (key2 === "healthy_after")) || (key2 === "unhealthy_after")) || (key2 === "start_period_s")) || (key2 === "restart_after_s"))){
const err49 = {instancePath:instancePath+"/health",schemaPath:"common.json#/$defs/health/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema42,data:data15};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data15.type !== undefined){
let data16 = data15.type;
if(typeof data16 !== "string"){
const err50 = {instancePath:instancePath+"/health/type",schemaPath:"common.json#/$defs/health/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.type.type,parentSchema:schema42.properties.type,data:data16};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(!((((data16 === "http") || (data16 === "tcp")) || (data16 === "grpc")) || (data16 === "none"))){
const err51 = {instancePath:instancePath+"/health/type",schemaPath:"common.json#/$defs/health/properties/type/enum",keyword:"enum",params:{allowedValues: schema42.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema42.properties.type.enum,parentSchema:schema42.properties.type,data:data16};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data15.path !== undefined){
let data17 = data15.path;
if(typeof data17 === "string"){
if(func2(data17) > 1024){
const err52 = {instancePath:instancePath+"/health/path",schemaPath:"common.json#/$defs/health/properties/path/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema42.properties.path,data:data17};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/health/path",schemaPath:"common.json#/$defs/health/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.path.type,parentSchema:schema42.properties.path,data:data17};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data15.interval_s !== undefined){
let data18 = data15.interval_s;
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 3600 || isNaN(data18)){
const err54 = {instancePath:instancePath+"/health/interval_s",schemaPath:"common.json#/$defs/health/properties/interval_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema42.properties.interval_s,data:data18};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data18 < 0.1 || isNaN(data18)){
const err55 = {instancePath:instancePath+"/health/interval_s",schemaPath:"common.json#/$defs/health/properties/interval_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema42.properties.interval_s,data:data18};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/health/interval_s",schemaPath:"common.json#/$defs/health/properties/interval_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.interval_s.type,parentSchema:schema42.properties.interval_s,data:data18};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data15.timeout_s !== undefined){
let data19 = data15.timeout_s;
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 600 || isNaN(data19)){
const err57 = {instancePath:instancePath+"/health/timeout_s",schemaPath:"common.json#/$defs/health/properties/timeout_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema42.properties.timeout_s,data:data19};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data19 < 0.1 || isNaN(data19)){
const err58 = {instancePath:instancePath+"/health/timeout_s",schemaPath:"common.json#/$defs/health/properties/timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema42.properties.timeout_s,data:data19};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/health/timeout_s",schemaPath:"common.json#/$defs/health/properties/timeout_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.timeout_s.type,parentSchema:schema42.properties.timeout_s,data:data19};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data15.healthy_after !== undefined){
let data20 = data15.healthy_after;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err60 = {instancePath:instancePath+"/health/healthy_after",schemaPath:"common.json#/$defs/health/properties/healthy_after/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema42.properties.healthy_after.type,parentSchema:schema42.properties.healthy_after,data:data20};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 100 || isNaN(data20)){
const err61 = {instancePath:instancePath+"/health/healthy_after",schemaPath:"common.json#/$defs/health/properties/healthy_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema42.properties.healthy_after,data:data20};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data20 < 1 || isNaN(data20)){
const err62 = {instancePath:instancePath+"/health/healthy_after",schemaPath:"common.json#/$defs/health/properties/healthy_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema42.properties.healthy_after,data:data20};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
if(data15.unhealthy_after !== undefined){
let data21 = data15.unhealthy_after;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err63 = {instancePath:instancePath+"/health/unhealthy_after",schemaPath:"common.json#/$defs/health/properties/unhealthy_after/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema42.properties.unhealthy_after.type,parentSchema:schema42.properties.unhealthy_after,data:data21};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 100 || isNaN(data21)){
const err64 = {instancePath:instancePath+"/health/unhealthy_after",schemaPath:"common.json#/$defs/health/properties/unhealthy_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema42.properties.unhealthy_after,data:data21};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data21 < 1 || isNaN(data21)){
const err65 = {instancePath:instancePath+"/health/unhealthy_after",schemaPath:"common.json#/$defs/health/properties/unhealthy_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema42.properties.unhealthy_after,data:data21};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
if(data15.start_period_s !== undefined){
let data22 = data15.start_period_s;
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 3600 || isNaN(data22)){
const err66 = {instancePath:instancePath+"/health/start_period_s",schemaPath:"common.json#/$defs/health/properties/start_period_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema42.properties.start_period_s,data:data22};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data22 < 0 || isNaN(data22)){
const err67 = {instancePath:instancePath+"/health/start_period_s",schemaPath:"common.json#/$defs/health/properties/start_period_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema42.properties.start_period_s,data:data22};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/health/start_period_s",schemaPath:"common.json#/$defs/health/properties/start_period_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.start_period_s.type,parentSchema:schema42.properties.start_period_s,data:data22};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data15.restart_after_s !== undefined){
let data23 = data15.restart_after_s;
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 86400 || isNaN(data23)){
const err69 = {instancePath:instancePath+"/health/restart_after_s",schemaPath:"common.json#/$defs/health/properties/restart_after_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema42.properties.restart_after_s,data:data23};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data23 < 1 || isNaN(data23)){
const err70 = {instancePath:instancePath+"/health/restart_after_s",schemaPath:"common.json#/$defs/health/properties/restart_after_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema42.properties.restart_after_s,data:data23};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/health/restart_after_s",schemaPath:"common.json#/$defs/health/properties/restart_after_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.restart_after_s.type,parentSchema:schema42.properties.restart_after_s,data:data23};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/health",schemaPath:"common.json#/$defs/health/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema42.type,parentSchema:schema42,data:data15};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data.protocol !== undefined){
let data24 = data.protocol;
if(typeof data24 !== "string"){
const err73 = {instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.protocol.type,parentSchema:schema31.properties.protocol,data:data24};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(!(((data24 === "http") || (data24 === "grpc")) || (data24 === "tcp"))){
const err74 = {instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema31.properties.protocol.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.protocol.enum,parentSchema:schema31.properties.protocol,data:data24};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.app !== undefined){
let data25 = data.app;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.addr === undefined){
const err75 = {instancePath:instancePath+"/app",schemaPath:"#/properties/app/required",keyword:"required",params:{missingProperty: "addr"},message:"must have required property '"+"addr"+"'",schema:schema31.properties.app.required,parentSchema:schema31.properties.app,data:data25};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if(data25.port === undefined){
const err76 = {instancePath:instancePath+"/app",schemaPath:"#/properties/app/required",keyword:"required",params:{missingProperty: "port"},message:"must have required property '"+"port"+"'",schema:schema31.properties.app.required,parentSchema:schema31.properties.app,data:data25};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data25.container_port === undefined){
const err77 = {instancePath:instancePath+"/app",schemaPath:"#/properties/app/required",keyword:"required",params:{missingProperty: "container_port"},message:"must have required property '"+"container_port"+"'",schema:schema31.properties.app.required,parentSchema:schema31.properties.app,data:data25};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
for(const key3 in data25){
if(!(((key3 === "addr") || (key3 === "port")) || (key3 === "container_port"))){
const err78 = {instancePath:instancePath+"/app",schemaPath:"#/properties/app/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.app,data:data25};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data25.addr !== undefined){
let data26 = data25.addr;
if(typeof data26 === "string"){
if(func2(data26) > 45){
const err79 = {instancePath:instancePath+"/app/addr",schemaPath:"common.json#/$defs/ip/maxLength",keyword:"maxLength",params:{limit: 45},message:"must NOT have more than 45 characters",schema:45,parentSchema:schema43,data:data26};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(!pattern16.test(data26)){
const err80 = {instancePath:instancePath+"/app/addr",schemaPath:"common.json#/$defs/ip/pattern",keyword:"pattern",params:{pattern: "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"},message:"must match pattern \""+"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"+"\"",schema:"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$",parentSchema:schema43,data:data26};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(!(formats4(data26))){
const err81 = {instancePath:instancePath+"/app/addr",schemaPath:"common.json#/$defs/ip/format",keyword:"format",params:{format: "ip"},message:"must match format \""+"ip"+"\"",schema:"ip",parentSchema:schema43,data:data26};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/app/addr",schemaPath:"common.json#/$defs/ip/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data26};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data25.port !== undefined){
let data27 = data25.port;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
const err83 = {instancePath:instancePath+"/app/port",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data27};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 65535 || isNaN(data27)){
const err84 = {instancePath:instancePath+"/app/port",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data27};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(data27 < 1 || isNaN(data27)){
const err85 = {instancePath:instancePath+"/app/port",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data27};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
}
if(data25.container_port !== undefined){
let data28 = data25.container_port;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
const err86 = {instancePath:instancePath+"/app/container_port",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data28};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 65535 || isNaN(data28)){
const err87 = {instancePath:instancePath+"/app/container_port",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data28};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if(data28 < 1 || isNaN(data28)){
const err88 = {instancePath:instancePath+"/app/container_port",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data28};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
}
}
else {
const err89 = {instancePath:instancePath+"/app",schemaPath:"#/properties/app/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.app.type,parentSchema:schema31.properties.app,data:data25};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data.mesh !== undefined){
let data29 = data.mesh;
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
if(data29.mode === undefined){
const err90 = {instancePath:instancePath+"/mesh",schemaPath:"#/properties/mesh/required",keyword:"required",params:{missingProperty: "mode"},message:"must have required property '"+"mode"+"'",schema:schema31.properties.mesh.required,parentSchema:schema31.properties.mesh,data:data29};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
for(const key4 in data29){
if(!((((key4 === "mode") || (key4 === "bind")) || (key4 === "control")) || (key4 === "upstreams"))){
const err91 = {instancePath:instancePath+"/mesh",schemaPath:"#/properties/mesh/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.mesh,data:data29};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data29.mode !== undefined){
let data30 = data29.mode;
if(typeof data30 !== "string"){
const err92 = {instancePath:instancePath+"/mesh/mode",schemaPath:"#/properties/mesh/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.mesh.properties.mode.type,parentSchema:schema31.properties.mesh.properties.mode,data:data30};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(!((data30 === "agent") || (data30 === "none"))){
const err93 = {instancePath:instancePath+"/mesh/mode",schemaPath:"#/properties/mesh/properties/mode/enum",keyword:"enum",params:{allowedValues: schema31.properties.mesh.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.mesh.properties.mode.enum,parentSchema:schema31.properties.mesh.properties.mode,data:data30};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data29.bind !== undefined){
let data31 = data29.bind;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(data31.addr === undefined){
const err94 = {instancePath:instancePath+"/mesh/bind",schemaPath:"#/properties/mesh/properties/bind/required",keyword:"required",params:{missingProperty: "addr"},message:"must have required property '"+"addr"+"'",schema:schema31.properties.mesh.properties.bind.required,parentSchema:schema31.properties.mesh.properties.bind,data:data31};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
if(data31.port === undefined){
const err95 = {instancePath:instancePath+"/mesh/bind",schemaPath:"#/properties/mesh/properties/bind/required",keyword:"required",params:{missingProperty: "port"},message:"must have required property '"+"port"+"'",schema:schema31.properties.mesh.properties.bind.required,parentSchema:schema31.properties.mesh.properties.bind,data:data31};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
for(const key5 in data31){
if(!((key5 === "addr") || (key5 === "port"))){
const err96 = {instancePath:instancePath+"/mesh/bind",schemaPath:"#/properties/mesh/properties/bind/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.mesh.properties.bind,data:data31};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data31.addr !== undefined){
let data32 = data31.addr;
if(typeof data32 === "string"){
if(func2(data32) > 45){
const err97 = {instancePath:instancePath+"/mesh/bind/addr",schemaPath:"common.json#/$defs/ip/maxLength",keyword:"maxLength",params:{limit: 45},message:"must NOT have more than 45 characters",schema:45,parentSchema:schema43,data:data32};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(!pattern16.test(data32)){
const err98 = {instancePath:instancePath+"/mesh/bind/addr",schemaPath:"common.json#/$defs/ip/pattern",keyword:"pattern",params:{pattern: "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"},message:"must match pattern \""+"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"+"\"",schema:"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$",parentSchema:schema43,data:data32};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(!(formats4(data32))){
const err99 = {instancePath:instancePath+"/mesh/bind/addr",schemaPath:"common.json#/$defs/ip/format",keyword:"format",params:{format: "ip"},message:"must match format \""+"ip"+"\"",schema:"ip",parentSchema:schema43,data:data32};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
else {
const err100 = {instancePath:instancePath+"/mesh/bind/addr",schemaPath:"common.json#/$defs/ip/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data32};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data31.port !== undefined){
let data33 = data31.port;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err101 = {instancePath:instancePath+"/mesh/bind/port",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data33};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 65535 || isNaN(data33)){
const err102 = {instancePath:instancePath+"/mesh/bind/port",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data33};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if(data33 < 1 || isNaN(data33)){
const err103 = {instancePath:instancePath+"/mesh/bind/port",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data33};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
}
}
else {
const err104 = {instancePath:instancePath+"/mesh/bind",schemaPath:"#/properties/mesh/properties/bind/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.mesh.properties.bind.type,parentSchema:schema31.properties.mesh.properties.bind,data:data31};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data29.control !== undefined){
let data34 = data29.control;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err105 = {instancePath:instancePath+"/mesh/control",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data34};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 65535 || isNaN(data34)){
const err106 = {instancePath:instancePath+"/mesh/control",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data34};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
if(data34 < 1 || isNaN(data34)){
const err107 = {instancePath:instancePath+"/mesh/control",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data34};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
}
if(data29.upstreams !== undefined){
let data35 = data29.upstreams;
if(Array.isArray(data35)){
if(data35.length > 10000){
const err108 = {instancePath:instancePath+"/mesh/upstreams",schemaPath:"#/properties/mesh/properties/upstreams/maxItems",keyword:"maxItems",params:{limit: 10000},message:"must NOT have more than 10000 items",schema:10000,parentSchema:schema31.properties.mesh.properties.upstreams,data:data35};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
const len0 = data35.length;
for(let i0=0; i0<len0; i0++){
let data36 = data35[i0];
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(data36.service === undefined){
const err109 = {instancePath:instancePath+"/mesh/upstreams/" + i0,schemaPath:"#/properties/mesh/properties/upstreams/items/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema31.properties.mesh.properties.upstreams.items.required,parentSchema:schema31.properties.mesh.properties.upstreams.items,data:data36};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if(data36.bind === undefined){
const err110 = {instancePath:instancePath+"/mesh/upstreams/" + i0,schemaPath:"#/properties/mesh/properties/upstreams/items/required",keyword:"required",params:{missingProperty: "bind"},message:"must have required property '"+"bind"+"'",schema:schema31.properties.mesh.properties.upstreams.items.required,parentSchema:schema31.properties.mesh.properties.upstreams.items,data:data36};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
for(const key6 in data36){
if(!((key6 === "service") || (key6 === "bind"))){
const err111 = {instancePath:instancePath+"/mesh/upstreams/" + i0,schemaPath:"#/properties/mesh/properties/upstreams/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.mesh.properties.upstreams.items,data:data36};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
if(data36.service !== undefined){
let data37 = data36.service;
if(typeof data37 === "string"){
if(func2(data37) > 63){
const err112 = {instancePath:instancePath+"/mesh/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data37};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(func2(data37) < 1){
const err113 = {instancePath:instancePath+"/mesh/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data37};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(!pattern4.test(data37)){
const err114 = {instancePath:instancePath+"/mesh/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data37};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
else {
const err115 = {instancePath:instancePath+"/mesh/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data37};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data36.bind !== undefined){
let data38 = data36.bind;
if(!(((typeof data38 == "number") && (!(data38 % 1) && !isNaN(data38))) && (isFinite(data38)))){
const err116 = {instancePath:instancePath+"/mesh/upstreams/" + i0+"/bind",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data38};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 > 65535 || isNaN(data38)){
const err117 = {instancePath:instancePath+"/mesh/upstreams/" + i0+"/bind",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data38};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
if(data38 < 1 || isNaN(data38)){
const err118 = {instancePath:instancePath+"/mesh/upstreams/" + i0+"/bind",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data38};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
}
else {
const err119 = {instancePath:instancePath+"/mesh/upstreams/" + i0,schemaPath:"#/properties/mesh/properties/upstreams/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.mesh.properties.upstreams.items.type,parentSchema:schema31.properties.mesh.properties.upstreams.items,data:data36};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
}
else {
const err120 = {instancePath:instancePath+"/mesh/upstreams",schemaPath:"#/properties/mesh/properties/upstreams/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.mesh.properties.upstreams.type,parentSchema:schema31.properties.mesh.properties.upstreams,data:data35};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
else {
const err121 = {instancePath:instancePath+"/mesh",schemaPath:"#/properties/mesh/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.mesh.type,parentSchema:schema31.properties.mesh,data:data29};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
if(data.pre_stop !== undefined){
let data39 = data.pre_stop;
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.path === undefined){
const err122 = {instancePath:instancePath+"/pre_stop",schemaPath:"common.json#/$defs/pre_stop/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema51.required,parentSchema:schema51,data:data39};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
for(const key7 in data39){
if(!((key7 === "path") || (key7 === "timeout_s"))){
const err123 = {instancePath:instancePath+"/pre_stop",schemaPath:"common.json#/$defs/pre_stop/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema51,data:data39};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data39.path !== undefined){
let data40 = data39.path;
if(typeof data40 === "string"){
if(func2(data40) > 1024){
const err124 = {instancePath:instancePath+"/pre_stop/path",schemaPath:"common.json#/$defs/pre_stop/properties/path/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema51.properties.path,data:data40};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if(!pattern11.test(data40)){
const err125 = {instancePath:instancePath+"/pre_stop/path",schemaPath:"common.json#/$defs/pre_stop/properties/path/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema51.properties.path,data:data40};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
else {
const err126 = {instancePath:instancePath+"/pre_stop/path",schemaPath:"common.json#/$defs/pre_stop/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.properties.path.type,parentSchema:schema51.properties.path,data:data40};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
if(data39.timeout_s !== undefined){
let data41 = data39.timeout_s;
if((typeof data41 == "number") && (isFinite(data41))){
if(data41 > 3600 || isNaN(data41)){
const err127 = {instancePath:instancePath+"/pre_stop/timeout_s",schemaPath:"common.json#/$defs/pre_stop/properties/timeout_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema51.properties.timeout_s,data:data41};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
if(data41 < 0.1 || isNaN(data41)){
const err128 = {instancePath:instancePath+"/pre_stop/timeout_s",schemaPath:"common.json#/$defs/pre_stop/properties/timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema51.properties.timeout_s,data:data41};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
else {
const err129 = {instancePath:instancePath+"/pre_stop/timeout_s",schemaPath:"common.json#/$defs/pre_stop/properties/timeout_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema51.properties.timeout_s.type,parentSchema:schema51.properties.timeout_s,data:data41};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
}
else {
const err130 = {instancePath:instancePath+"/pre_stop",schemaPath:"common.json#/$defs/pre_stop/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema51.type,parentSchema:schema51,data:data39};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
if(data.stop_after_s !== undefined){
let data42 = data.stop_after_s;
if(!(((typeof data42 == "number") && (!(data42 % 1) && !isNaN(data42))) && (isFinite(data42)))){
const err131 = {instancePath:instancePath+"/stop_after_s",schemaPath:"#/properties/stop_after_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.stop_after_s.type,parentSchema:schema31.properties.stop_after_s,data:data42};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 > 604800 || isNaN(data42)){
const err132 = {instancePath:instancePath+"/stop_after_s",schemaPath:"#/properties/stop_after_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800},message:"must be <= 604800",schema:604800,parentSchema:schema31.properties.stop_after_s,data:data42};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if(data42 < 1 || isNaN(data42)){
const err133 = {instancePath:instancePath+"/stop_after_s",schemaPath:"#/properties/stop_after_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.stop_after_s,data:data42};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
}
if(data.job !== undefined){
if(!(validate24(data.job, {instancePath:instancePath+"/job",parentData:data,parentDataProperty:"job",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err134 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const ca: ValidateFunction = validate26 as never;
const schema54 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"ca.json","title":"CertificateAuthorities","description":"CA ids, fingerprints and states: key `mtls/ca`. Never PEM.","type":"object","required":["authorities"],"additionalProperties":false,"properties":{"authorities":{"type":"array","description":"The CAs that the cluster knows.","items":{"type":"object","description":"One CA.","additionalProperties":false,"properties":{"ca_id":{"type":"string","description":"First 16 hex digits of the SHA-256 of the CA's public key.","maxLength":128,"minLength":1},"fingerprint_sha256":{"$ref":"common.json#/$defs/sha256"},"state":{"type":"string","description":"State.","enum":["published","signing","retired"]},"not_after":{"$ref":"common.json#/$defs/timestamp","description":"Expiry."},"since":{"$ref":"common.json#/$defs/timestamp","description":"Since when in this state."}},"required":["ca_id","fingerprint_sha256","state","not_after","since"]},"maxItems":16}}};
const schema55 = {"type":"string","description":"A SHA-256 in lower-case hex.","pattern":"^[0-9a-f]{64}$"};
const pattern21 = new RegExp("^[0-9a-f]{64}$", "u");

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ca.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.authorities === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "authorities"},message:"must have required property '"+"authorities"+"'",schema:schema54.required,parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "authorities")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.authorities !== undefined){
let data0 = data.authorities;
if(Array.isArray(data0)){
if(data0.length > 16){
const err2 = {instancePath:instancePath+"/authorities",schemaPath:"#/properties/authorities/maxItems",keyword:"maxItems",params:{limit: 16},message:"must NOT have more than 16 items",schema:16,parentSchema:schema54.properties.authorities,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.ca_id === undefined){
const err3 = {instancePath:instancePath+"/authorities/" + i0,schemaPath:"#/properties/authorities/items/required",keyword:"required",params:{missingProperty: "ca_id"},message:"must have required property '"+"ca_id"+"'",schema:schema54.properties.authorities.items.required,parentSchema:schema54.properties.authorities.items,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.fingerprint_sha256 === undefined){
const err4 = {instancePath:instancePath+"/authorities/" + i0,schemaPath:"#/properties/authorities/items/required",keyword:"required",params:{missingProperty: "fingerprint_sha256"},message:"must have required property '"+"fingerprint_sha256"+"'",schema:schema54.properties.authorities.items.required,parentSchema:schema54.properties.authorities.items,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.state === undefined){
const err5 = {instancePath:instancePath+"/authorities/" + i0,schemaPath:"#/properties/authorities/items/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'",schema:schema54.properties.authorities.items.required,parentSchema:schema54.properties.authorities.items,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.not_after === undefined){
const err6 = {instancePath:instancePath+"/authorities/" + i0,schemaPath:"#/properties/authorities/items/required",keyword:"required",params:{missingProperty: "not_after"},message:"must have required property '"+"not_after"+"'",schema:schema54.properties.authorities.items.required,parentSchema:schema54.properties.authorities.items,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1.since === undefined){
const err7 = {instancePath:instancePath+"/authorities/" + i0,schemaPath:"#/properties/authorities/items/required",keyword:"required",params:{missingProperty: "since"},message:"must have required property '"+"since"+"'",schema:schema54.properties.authorities.items.required,parentSchema:schema54.properties.authorities.items,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key1 in data1){
if(!(((((key1 === "ca_id") || (key1 === "fingerprint_sha256")) || (key1 === "state")) || (key1 === "not_after")) || (key1 === "since"))){
const err8 = {instancePath:instancePath+"/authorities/" + i0,schemaPath:"#/properties/authorities/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema54.properties.authorities.items,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.ca_id !== undefined){
let data2 = data1.ca_id;
if(typeof data2 === "string"){
if(func2(data2) > 128){
const err9 = {instancePath:instancePath+"/authorities/" + i0+"/ca_id",schemaPath:"#/properties/authorities/items/properties/ca_id/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema54.properties.authorities.items.properties.ca_id,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data2) < 1){
const err10 = {instancePath:instancePath+"/authorities/" + i0+"/ca_id",schemaPath:"#/properties/authorities/items/properties/ca_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema54.properties.authorities.items.properties.ca_id,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/authorities/" + i0+"/ca_id",schemaPath:"#/properties/authorities/items/properties/ca_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema54.properties.authorities.items.properties.ca_id.type,parentSchema:schema54.properties.authorities.items.properties.ca_id,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data1.fingerprint_sha256 !== undefined){
let data3 = data1.fingerprint_sha256;
if(typeof data3 === "string"){
if(!pattern21.test(data3)){
const err12 = {instancePath:instancePath+"/authorities/" + i0+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\"",schema:"^[0-9a-f]{64}$",parentSchema:schema55,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/authorities/" + i0+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.state !== undefined){
let data4 = data1.state;
if(typeof data4 !== "string"){
const err14 = {instancePath:instancePath+"/authorities/" + i0+"/state",schemaPath:"#/properties/authorities/items/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema54.properties.authorities.items.properties.state.type,parentSchema:schema54.properties.authorities.items.properties.state,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(((data4 === "published") || (data4 === "signing")) || (data4 === "retired"))){
const err15 = {instancePath:instancePath+"/authorities/" + i0+"/state",schemaPath:"#/properties/authorities/items/properties/state/enum",keyword:"enum",params:{allowedValues: schema54.properties.authorities.items.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema54.properties.authorities.items.properties.state.enum,parentSchema:schema54.properties.authorities.items.properties.state,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data1.not_after !== undefined){
let data5 = data1.not_after;
if(typeof data5 === "string"){
if(func2(data5) > 40){
const err16 = {instancePath:instancePath+"/authorities/" + i0+"/not_after",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern8.test(data5)){
const err17 = {instancePath:instancePath+"/authorities/" + i0+"/not_after",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!(formats0(data5))){
const err18 = {instancePath:instancePath+"/authorities/" + i0+"/not_after",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/authorities/" + i0+"/not_after",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data1.since !== undefined){
let data6 = data1.since;
if(typeof data6 === "string"){
if(func2(data6) > 40){
const err20 = {instancePath:instancePath+"/authorities/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!pattern8.test(data6)){
const err21 = {instancePath:instancePath+"/authorities/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!(formats0(data6))){
const err22 = {instancePath:instancePath+"/authorities/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/authorities/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/authorities/" + i0,schemaPath:"#/properties/authorities/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema54.properties.authorities.items.type,parentSchema:schema54.properties.authorities.items,data:data1};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/authorities",schemaPath:"#/properties/authorities/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema54.properties.authorities.type,parentSchema:schema54.properties.authorities,data:data0};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema54.type,parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const certificate_binding: ValidateFunction = validate27 as never;
const schema58 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"certificate-binding.json","title":"CertificateBinding","description":"The latest certificate of a service or node: key `mtls/certs/services/{service}` or `mtls/certs/nodes/{node_id}`. No key and no PEM.","type":"object","required":["subject","ca_id","expires_at","last_rotated_at","fingerprint_sha256"],"additionalProperties":false,"properties":{"subject":{"type":"string","description":"SPIFFE id.","maxLength":512,"pattern":"^spiffe://"},"ca_id":{"type":"string","description":"Id of the issuing CA.","maxLength":128,"minLength":1},"expires_at":{"$ref":"common.json#/$defs/timestamp","description":"notAfter."},"last_rotated_at":{"$ref":"common.json#/$defs/timestamp","description":"When it was issued."},"fingerprint_sha256":{"$ref":"common.json#/$defs/sha256"}}};
const pattern24 = new RegExp("^spiffe://", "u");

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="certificate-binding.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.subject === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema58.required,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.ca_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ca_id"},message:"must have required property '"+"ca_id"+"'",schema:schema58.required,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.expires_at === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"},message:"must have required property '"+"expires_at"+"'",schema:schema58.required,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.last_rotated_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "last_rotated_at"},message:"must have required property '"+"last_rotated_at"+"'",schema:schema58.required,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.fingerprint_sha256 === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fingerprint_sha256"},message:"must have required property '"+"fingerprint_sha256"+"'",schema:schema58.required,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "subject") || (key0 === "ca_id")) || (key0 === "expires_at")) || (key0 === "last_rotated_at")) || (key0 === "fingerprint_sha256"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.subject !== undefined){
let data0 = data.subject;
if(typeof data0 === "string"){
if(func2(data0) > 512){
const err6 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema58.properties.subject,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern24.test(data0)){
const err7 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/pattern",keyword:"pattern",params:{pattern: "^spiffe://"},message:"must match pattern \""+"^spiffe://"+"\"",schema:"^spiffe://",parentSchema:schema58.properties.subject,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.subject.type,parentSchema:schema58.properties.subject,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.ca_id !== undefined){
let data1 = data.ca_id;
if(typeof data1 === "string"){
if(func2(data1) > 128){
const err9 = {instancePath:instancePath+"/ca_id",schemaPath:"#/properties/ca_id/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema58.properties.ca_id,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data1) < 1){
const err10 = {instancePath:instancePath+"/ca_id",schemaPath:"#/properties/ca_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema58.properties.ca_id,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/ca_id",schemaPath:"#/properties/ca_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema58.properties.ca_id.type,parentSchema:schema58.properties.ca_id,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data2 = data.expires_at;
if(typeof data2 === "string"){
if(func2(data2) > 40){
const err12 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern8.test(data2)){
const err13 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(formats0(data2))){
const err14 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.last_rotated_at !== undefined){
let data3 = data.last_rotated_at;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err16 = {instancePath:instancePath+"/last_rotated_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern8.test(data3)){
const err17 = {instancePath:instancePath+"/last_rotated_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!(formats0(data3))){
const err18 = {instancePath:instancePath+"/last_rotated_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/last_rotated_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.fingerprint_sha256 !== undefined){
let data4 = data.fingerprint_sha256;
if(typeof data4 === "string"){
if(!pattern21.test(data4)){
const err20 = {instancePath:instancePath+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\"",schema:"^[0-9a-f]{64}$",parentSchema:schema55,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data4};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema58.type,parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const cluster_meta: ValidateFunction = validate28 as never;
const schema62 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"cluster-meta.json","title":"ClusterMeta","description":"The cluster itself: key `meta`. Written once by the operator; the controller adds `uid` where it is missing.","type":"object","required":["cluster_id","environment","created_at"],"additionalProperties":false,"properties":{"cluster_id":{"$ref":"common.json#/$defs/dns_label"},"environment":{"$ref":"common.json#/$defs/environment"},"created_at":{"$ref":"common.json#/$defs/timestamp","description":"When the cluster was made."},"uid":{"type":"string","description":"Random, made once; a store with another uid is a foreign store.","maxLength":64,"pattern":"^[0-9a-zA-Z-]{8,64}$"},"epoch":{"type":"integer","description":"Raised by an import that rewinds the store on purpose.","minimum":0,"maximum":9007199254740991,"default":0},"timings":{"type":"object","description":"Timings of the cluster.","additionalProperties":false,"properties":{"lease_s":{"type":"integer","description":"Life of an agent's lease, seconds.","minimum":2,"maximum":3600,"default":15},"node_grace_s":{"type":"integer","description":"Seconds from the loss of the lease until the node is failed.","minimum":0,"maximum":86400,"default":30},"heartbeat_s":{"type":"integer","description":"Seconds between heartbeats of a node.","minimum":1,"maximum":3600,"default":30},"events_ttl_s":{"type":"integer","description":"Seconds that an event is kept after it was last met; up to a quarter more.","minimum":60,"maximum":604800,"default":10800}}}}};
const schema64 = {"type":"string","enum":["dev","stg","prod","test"],"description":"The environment of the cluster; it chooses the mesh defaults."};
const pattern30 = new RegExp("^[0-9a-zA-Z-]{8,64}$", "u");

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="cluster-meta.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cluster_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cluster_id"},message:"must have required property '"+"cluster_id"+"'",schema:schema62.required,parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.environment === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"},message:"must have required property '"+"environment"+"'",schema:schema62.required,parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.created_at === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"},message:"must have required property '"+"created_at"+"'",schema:schema62.required,parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "cluster_id") || (key0 === "environment")) || (key0 === "created_at")) || (key0 === "uid")) || (key0 === "epoch")) || (key0 === "timings"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.cluster_id !== undefined){
let data0 = data.cluster_id;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err4 = {instancePath:instancePath+"/cluster_id",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/cluster_id",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(data0)){
const err6 = {instancePath:instancePath+"/cluster_id",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/cluster_id",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.environment !== undefined){
let data1 = data.environment;
if(typeof data1 !== "string"){
const err8 = {instancePath:instancePath+"/environment",schemaPath:"common.json#/$defs/environment/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema64.type,parentSchema:schema64,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!((((data1 === "dev") || (data1 === "stg")) || (data1 === "prod")) || (data1 === "test"))){
const err9 = {instancePath:instancePath+"/environment",schemaPath:"common.json#/$defs/environment/enum",keyword:"enum",params:{allowedValues: schema64.enum},message:"must be equal to one of the allowed values",schema:schema64.enum,parentSchema:schema64,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.created_at !== undefined){
let data2 = data.created_at;
if(typeof data2 === "string"){
if(func2(data2) > 40){
const err10 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern8.test(data2)){
const err11 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(formats0(data2))){
const err12 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.uid !== undefined){
let data3 = data.uid;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err14 = {instancePath:instancePath+"/uid",schemaPath:"#/properties/uid/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema62.properties.uid,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern30.test(data3)){
const err15 = {instancePath:instancePath+"/uid",schemaPath:"#/properties/uid/pattern",keyword:"pattern",params:{pattern: "^[0-9a-zA-Z-]{8,64}$"},message:"must match pattern \""+"^[0-9a-zA-Z-]{8,64}$"+"\"",schema:"^[0-9a-zA-Z-]{8,64}$",parentSchema:schema62.properties.uid,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/uid",schemaPath:"#/properties/uid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema62.properties.uid.type,parentSchema:schema62.properties.uid,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.epoch !== undefined){
let data4 = data.epoch;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err17 = {instancePath:instancePath+"/epoch",schemaPath:"#/properties/epoch/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema62.properties.epoch.type,parentSchema:schema62.properties.epoch,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
const err18 = {instancePath:instancePath+"/epoch",schemaPath:"#/properties/epoch/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema62.properties.epoch,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err19 = {instancePath:instancePath+"/epoch",schemaPath:"#/properties/epoch/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema62.properties.epoch,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.timings !== undefined){
let data5 = data.timings;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
if(!((((key1 === "lease_s") || (key1 === "node_grace_s")) || (key1 === "heartbeat_s")) || (key1 === "events_ttl_s"))){
const err20 = {instancePath:instancePath+"/timings",schemaPath:"#/properties/timings/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema62.properties.timings,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data5.lease_s !== undefined){
let data6 = data5.lease_s;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err21 = {instancePath:instancePath+"/timings/lease_s",schemaPath:"#/properties/timings/properties/lease_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema62.properties.timings.properties.lease_s.type,parentSchema:schema62.properties.timings.properties.lease_s,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 3600 || isNaN(data6)){
const err22 = {instancePath:instancePath+"/timings/lease_s",schemaPath:"#/properties/timings/properties/lease_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema62.properties.timings.properties.lease_s,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data6 < 2 || isNaN(data6)){
const err23 = {instancePath:instancePath+"/timings/lease_s",schemaPath:"#/properties/timings/properties/lease_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2},message:"must be >= 2",schema:2,parentSchema:schema62.properties.timings.properties.lease_s,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data5.node_grace_s !== undefined){
let data7 = data5.node_grace_s;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err24 = {instancePath:instancePath+"/timings/node_grace_s",schemaPath:"#/properties/timings/properties/node_grace_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema62.properties.timings.properties.node_grace_s.type,parentSchema:schema62.properties.timings.properties.node_grace_s,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 86400 || isNaN(data7)){
const err25 = {instancePath:instancePath+"/timings/node_grace_s",schemaPath:"#/properties/timings/properties/node_grace_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema62.properties.timings.properties.node_grace_s,data:data7};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err26 = {instancePath:instancePath+"/timings/node_grace_s",schemaPath:"#/properties/timings/properties/node_grace_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema62.properties.timings.properties.node_grace_s,data:data7};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
if(data5.heartbeat_s !== undefined){
let data8 = data5.heartbeat_s;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err27 = {instancePath:instancePath+"/timings/heartbeat_s",schemaPath:"#/properties/timings/properties/heartbeat_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema62.properties.timings.properties.heartbeat_s.type,parentSchema:schema62.properties.timings.properties.heartbeat_s,data:data8};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 3600 || isNaN(data8)){
const err28 = {instancePath:instancePath+"/timings/heartbeat_s",schemaPath:"#/properties/timings/properties/heartbeat_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema62.properties.timings.properties.heartbeat_s,data:data8};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err29 = {instancePath:instancePath+"/timings/heartbeat_s",schemaPath:"#/properties/timings/properties/heartbeat_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema62.properties.timings.properties.heartbeat_s,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
if(data5.events_ttl_s !== undefined){
let data9 = data5.events_ttl_s;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err30 = {instancePath:instancePath+"/timings/events_ttl_s",schemaPath:"#/properties/timings/properties/events_ttl_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema62.properties.timings.properties.events_ttl_s.type,parentSchema:schema62.properties.timings.properties.events_ttl_s,data:data9};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 604800 || isNaN(data9)){
const err31 = {instancePath:instancePath+"/timings/events_ttl_s",schemaPath:"#/properties/timings/properties/events_ttl_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800},message:"must be <= 604800",schema:604800,parentSchema:schema62.properties.timings.properties.events_ttl_s,data:data9};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data9 < 60 || isNaN(data9)){
const err32 = {instancePath:instancePath+"/timings/events_ttl_s",schemaPath:"#/properties/timings/properties/events_ttl_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60",schema:60,parentSchema:schema62.properties.timings.properties.events_ttl_s,data:data9};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
}
else {
const err33 = {instancePath:instancePath+"/timings",schemaPath:"#/properties/timings/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema62.properties.timings.type,parentSchema:schema62.properties.timings,data:data5};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema62.type,parentSchema:schema62,data};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const event: ValidateFunction = validate29 as never;
const schema66 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"event.json","title":"Event","description":"Something that happened, kept for a while: key `events/{kind}/{id}/{reason}`; bound to a lease. The same again is counted, not written beside it.","type":"object","required":["kind","id","reason","message","count","first_at","last_at"],"additionalProperties":false,"properties":{"kind":{"type":"string","description":"Kind of the subject.","enum":["cluster","node","service","instance","job-run","policy"]},"id":{"type":"string","description":"Id of the subject; of a job-run `SERVICE.RUN`.","maxLength":128,"minLength":1},"service":{"$ref":"common.json#/$defs/dns_label","description":"The service that it concerns as well, where the subject is not one: its events are this one's too."},"reason":{"type":"string","description":"Code in snake_case.","maxLength":63,"pattern":"^[a-z][a-z0-9_]*$"},"message":{"type":"string","description":"For the operator.","maxLength":2048},"cause":{"type":"string","description":"What led to it.","maxLength":1024},"count":{"type":"integer","description":"How often.","minimum":1,"maximum":9007199254740991},"first_at":{"$ref":"common.json#/$defs/timestamp","description":"First time."},"last_at":{"$ref":"common.json#/$defs/timestamp","description":"Last time."},"by":{"type":"string","description":"The program that wrote it.","maxLength":128}}};
const pattern32 = new RegExp("^[a-z][a-z0-9_]*$", "u");

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="event.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'",schema:schema66.required,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema66.required,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.reason === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",schema:schema66.required,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.message === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'",schema:schema66.required,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.count === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "count"},message:"must have required property '"+"count"+"'",schema:schema66.required,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.first_at === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "first_at"},message:"must have required property '"+"first_at"+"'",schema:schema66.required,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.last_at === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "last_at"},message:"must have required property '"+"last_at"+"'",schema:schema66.required,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema66.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.kind !== undefined){
let data0 = data.kind;
if(typeof data0 !== "string"){
const err8 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.kind.type,parentSchema:schema66.properties.kind,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!((((((data0 === "cluster") || (data0 === "node")) || (data0 === "service")) || (data0 === "instance")) || (data0 === "job-run")) || (data0 === "policy"))){
const err9 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema66.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema66.properties.kind.enum,parentSchema:schema66.properties.kind,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(func2(data1) > 128){
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema66.properties.id,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data1) < 1){
const err11 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema66.properties.id,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.id.type,parentSchema:schema66.properties.id,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.service !== undefined){
let data2 = data.service;
if(typeof data2 === "string"){
if(func2(data2) > 63){
const err13 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(func2(data2) < 1){
const err14 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern4.test(data2)){
const err15 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.reason !== undefined){
let data3 = data.reason;
if(typeof data3 === "string"){
if(func2(data3) > 63){
const err17 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema66.properties.reason,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern32.test(data3)){
const err18 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"},message:"must match pattern \""+"^[a-z][a-z0-9_]*$"+"\"",schema:"^[a-z][a-z0-9_]*$",parentSchema:schema66.properties.reason,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.reason.type,parentSchema:schema66.properties.reason,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.message !== undefined){
let data4 = data.message;
if(typeof data4 === "string"){
if(func2(data4) > 2048){
const err20 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema66.properties.message,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.message.type,parentSchema:schema66.properties.message,data:data4};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.cause !== undefined){
let data5 = data.cause;
if(typeof data5 === "string"){
if(func2(data5) > 1024){
const err22 = {instancePath:instancePath+"/cause",schemaPath:"#/properties/cause/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema66.properties.cause,data:data5};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/cause",schemaPath:"#/properties/cause/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.cause.type,parentSchema:schema66.properties.cause,data:data5};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.count !== undefined){
let data6 = data.count;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err24 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema66.properties.count.type,parentSchema:schema66.properties.count,data:data6};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
const err25 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema66.properties.count,data:data6};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err26 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema66.properties.count,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
if(data.first_at !== undefined){
let data7 = data.first_at;
if(typeof data7 === "string"){
if(func2(data7) > 40){
const err27 = {instancePath:instancePath+"/first_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!pattern8.test(data7)){
const err28 = {instancePath:instancePath+"/first_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!(formats0(data7))){
const err29 = {instancePath:instancePath+"/first_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/first_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data7};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.last_at !== undefined){
let data8 = data.last_at;
if(typeof data8 === "string"){
if(func2(data8) > 40){
const err31 = {instancePath:instancePath+"/last_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!pattern8.test(data8)){
const err32 = {instancePath:instancePath+"/last_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!(formats0(data8))){
const err33 = {instancePath:instancePath+"/last_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/last_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.by !== undefined){
let data9 = data.by;
if(typeof data9 === "string"){
if(func2(data9) > 128){
const err35 = {instancePath:instancePath+"/by",schemaPath:"#/properties/by/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema66.properties.by,data:data9};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/by",schemaPath:"#/properties/by/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema66.properties.by.type,parentSchema:schema66.properties.by,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema66.type,parentSchema:schema66,data};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const ingress_table: ValidateFunction = validate30 as never;
const schema70 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"ingress-table.json","title":"IngressTable","description":"Routes of a node with the role ingress: key `ingress/{node_id}`.","type":"object","required":["revision","listen","routes"],"additionalProperties":false,"properties":{"revision":{"type":"integer","description":"Raised with each change; agents report the one they applied.","minimum":1,"maximum":9007199254740991},"listen":{"type":"array","description":"Where Caddy listens; empty: as the agent's configuration says.","items":{"type":"string","description":"host:port or :port.","maxLength":300,"pattern":"^.*:[0-9]{1,5}$"},"maxItems":16},"routes":{"type":"array","description":"Routes, the most specific first.","items":{"type":"object","description":"One route.","additionalProperties":false,"properties":{"id":{"type":"string","description":"Stable id, used as Caddy's @id.","maxLength":256,"minLength":1},"host":{"$ref":"common.json#/$defs/hostname"},"path":{"type":"string","description":"Path prefix.","maxLength":1024,"pattern":"^/"},"service":{"$ref":"common.json#/$defs/dns_label"},"upstream_addr":{"type":"string","description":"host:port of the local mesh agent for this service.","maxLength":300},"created_revision":{"$ref":"common.json#/$defs/mod_revision","description":"create revision of the Service; the older keeps a contested route."}},"required":["id","host","path","service","upstream_addr","created_revision"]},"maxItems":100000}}};
const schema71 = {"type":"string","description":"A host name, lower case.","pattern":"^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$","maxLength":253};
const schema73 = {"type":"integer","description":"A revision of the store.","minimum":0,"maximum":9007199254740991};
const pattern35 = new RegExp("^.*:[0-9]{1,5}$", "u");
const pattern36 = new RegExp("^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$", "u");

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ingress-table.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.revision === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "revision"},message:"must have required property '"+"revision"+"'",schema:schema70.required,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.listen === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "listen"},message:"must have required property '"+"listen"+"'",schema:schema70.required,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.routes === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "routes"},message:"must have required property '"+"routes"+"'",schema:schema70.required,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "revision") || (key0 === "listen")) || (key0 === "routes"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.revision !== undefined){
let data0 = data.revision;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/revision",schemaPath:"#/properties/revision/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema70.properties.revision.type,parentSchema:schema70.properties.revision,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/revision",schemaPath:"#/properties/revision/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema70.properties.revision,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/revision",schemaPath:"#/properties/revision/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema70.properties.revision,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.listen !== undefined){
let data1 = data.listen;
if(Array.isArray(data1)){
if(data1.length > 16){
const err7 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/maxItems",keyword:"maxItems",params:{limit: 16},message:"must NOT have more than 16 items",schema:16,parentSchema:schema70.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) > 300){
const err8 = {instancePath:instancePath+"/listen/" + i0,schemaPath:"#/properties/listen/items/maxLength",keyword:"maxLength",params:{limit: 300},message:"must NOT have more than 300 characters",schema:300,parentSchema:schema70.properties.listen.items,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern35.test(data2)){
const err9 = {instancePath:instancePath+"/listen/" + i0,schemaPath:"#/properties/listen/items/pattern",keyword:"pattern",params:{pattern: "^.*:[0-9]{1,5}$"},message:"must match pattern \""+"^.*:[0-9]{1,5}$"+"\"",schema:"^.*:[0-9]{1,5}$",parentSchema:schema70.properties.listen.items,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/listen/" + i0,schemaPath:"#/properties/listen/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema70.properties.listen.items.type,parentSchema:schema70.properties.listen.items,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema70.properties.listen.type,parentSchema:schema70.properties.listen,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.routes !== undefined){
let data3 = data.routes;
if(Array.isArray(data3)){
if(data3.length > 100000){
const err12 = {instancePath:instancePath+"/routes",schemaPath:"#/properties/routes/maxItems",keyword:"maxItems",params:{limit: 100000},message:"must NOT have more than 100000 items",schema:100000,parentSchema:schema70.properties.routes,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.id === undefined){
const err13 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema70.properties.routes.items.required,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4.host === undefined){
const err14 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/required",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'",schema:schema70.properties.routes.items.required,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4.path === undefined){
const err15 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema70.properties.routes.items.required,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data4.service === undefined){
const err16 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema70.properties.routes.items.required,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data4.upstream_addr === undefined){
const err17 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/required",keyword:"required",params:{missingProperty: "upstream_addr"},message:"must have required property '"+"upstream_addr"+"'",schema:schema70.properties.routes.items.required,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data4.created_revision === undefined){
const err18 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/required",keyword:"required",params:{missingProperty: "created_revision"},message:"must have required property '"+"created_revision"+"'",schema:schema70.properties.routes.items.required,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key1 in data4){
if(!((((((key1 === "id") || (key1 === "host")) || (key1 === "path")) || (key1 === "service")) || (key1 === "upstream_addr")) || (key1 === "created_revision"))){
const err19 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data4.id !== undefined){
let data5 = data4.id;
if(typeof data5 === "string"){
if(func2(data5) > 256){
const err20 = {instancePath:instancePath+"/routes/" + i1+"/id",schemaPath:"#/properties/routes/items/properties/id/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",schema:256,parentSchema:schema70.properties.routes.items.properties.id,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(func2(data5) < 1){
const err21 = {instancePath:instancePath+"/routes/" + i1+"/id",schemaPath:"#/properties/routes/items/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema70.properties.routes.items.properties.id,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/routes/" + i1+"/id",schemaPath:"#/properties/routes/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema70.properties.routes.items.properties.id.type,parentSchema:schema70.properties.routes.items.properties.id,data:data5};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data4.host !== undefined){
let data6 = data4.host;
if(typeof data6 === "string"){
if(func2(data6) > 253){
const err23 = {instancePath:instancePath+"/routes/" + i1+"/host",schemaPath:"common.json#/$defs/hostname/maxLength",keyword:"maxLength",params:{limit: 253},message:"must NOT have more than 253 characters",schema:253,parentSchema:schema71,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern36.test(data6)){
const err24 = {instancePath:instancePath+"/routes/" + i1+"/host",schemaPath:"common.json#/$defs/hostname/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema71,data:data6};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/routes/" + i1+"/host",schemaPath:"common.json#/$defs/hostname/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema71.type,parentSchema:schema71,data:data6};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data4.path !== undefined){
let data7 = data4.path;
if(typeof data7 === "string"){
if(func2(data7) > 1024){
const err26 = {instancePath:instancePath+"/routes/" + i1+"/path",schemaPath:"#/properties/routes/items/properties/path/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema70.properties.routes.items.properties.path,data:data7};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!pattern11.test(data7)){
const err27 = {instancePath:instancePath+"/routes/" + i1+"/path",schemaPath:"#/properties/routes/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema70.properties.routes.items.properties.path,data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/routes/" + i1+"/path",schemaPath:"#/properties/routes/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema70.properties.routes.items.properties.path.type,parentSchema:schema70.properties.routes.items.properties.path,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data4.service !== undefined){
let data8 = data4.service;
if(typeof data8 === "string"){
if(func2(data8) > 63){
const err29 = {instancePath:instancePath+"/routes/" + i1+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func2(data8) < 1){
const err30 = {instancePath:instancePath+"/routes/" + i1+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data8};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!pattern4.test(data8)){
const err31 = {instancePath:instancePath+"/routes/" + i1+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data8};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/routes/" + i1+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data8};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data4.upstream_addr !== undefined){
let data9 = data4.upstream_addr;
if(typeof data9 === "string"){
if(func2(data9) > 300){
const err33 = {instancePath:instancePath+"/routes/" + i1+"/upstream_addr",schemaPath:"#/properties/routes/items/properties/upstream_addr/maxLength",keyword:"maxLength",params:{limit: 300},message:"must NOT have more than 300 characters",schema:300,parentSchema:schema70.properties.routes.items.properties.upstream_addr,data:data9};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/routes/" + i1+"/upstream_addr",schemaPath:"#/properties/routes/items/properties/upstream_addr/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema70.properties.routes.items.properties.upstream_addr.type,parentSchema:schema70.properties.routes.items.properties.upstream_addr,data:data9};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data4.created_revision !== undefined){
let data10 = data4.created_revision;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err35 = {instancePath:instancePath+"/routes/" + i1+"/created_revision",schemaPath:"common.json#/$defs/mod_revision/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema73.type,parentSchema:schema73,data:data10};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
const err36 = {instancePath:instancePath+"/routes/" + i1+"/created_revision",schemaPath:"common.json#/$defs/mod_revision/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema73,data:data10};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err37 = {instancePath:instancePath+"/routes/" + i1+"/created_revision",schemaPath:"common.json#/$defs/mod_revision/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema73,data:data10};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
}
else {
const err38 = {instancePath:instancePath+"/routes/" + i1,schemaPath:"#/properties/routes/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema70.properties.routes.items.type,parentSchema:schema70.properties.routes.items,data:data4};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/routes",schemaPath:"#/properties/routes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema70.properties.routes.type,parentSchema:schema70.properties.routes,data:data3};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema70.type,parentSchema:schema70,data};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const issued_certificate: ValidateFunction = validate31 as never;
const schema74 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"issued-certificate.json","title":"IssuedCertificate","description":"What was issued to whom: key `mtls/issued/{service}/{node_id}`.","type":"object","required":["subject","node_id","ca_id","serial","not_before","expires_at","fingerprint_sha256"],"additionalProperties":false,"properties":{"subject":{"type":"string","description":"SPIFFE id.","maxLength":512,"pattern":"^spiffe://"},"node_id":{"$ref":"common.json#/$defs/node_id"},"ca_id":{"type":"string","description":"Id of the issuing CA.","maxLength":128,"minLength":1},"serial":{"type":"string","description":"Hex.","maxLength":64,"pattern":"^[0-9a-f]+$"},"not_before":{"$ref":"common.json#/$defs/timestamp","description":"notBefore."},"expires_at":{"$ref":"common.json#/$defs/timestamp","description":"notAfter."},"fingerprint_sha256":{"$ref":"common.json#/$defs/sha256"}}};
const pattern41 = new RegExp("^[0-9a-f]+$", "u");

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="issued-certificate.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.subject === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema74.required,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.node_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},message:"must have required property '"+"node_id"+"'",schema:schema74.required,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.ca_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ca_id"},message:"must have required property '"+"ca_id"+"'",schema:schema74.required,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.serial === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "serial"},message:"must have required property '"+"serial"+"'",schema:schema74.required,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.not_before === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "not_before"},message:"must have required property '"+"not_before"+"'",schema:schema74.required,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.expires_at === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expires_at"},message:"must have required property '"+"expires_at"+"'",schema:schema74.required,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.fingerprint_sha256 === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fingerprint_sha256"},message:"must have required property '"+"fingerprint_sha256"+"'",schema:schema74.required,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "subject") || (key0 === "node_id")) || (key0 === "ca_id")) || (key0 === "serial")) || (key0 === "not_before")) || (key0 === "expires_at")) || (key0 === "fingerprint_sha256"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.subject !== undefined){
let data0 = data.subject;
if(typeof data0 === "string"){
if(func2(data0) > 512){
const err8 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema74.properties.subject,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern24.test(data0)){
const err9 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/pattern",keyword:"pattern",params:{pattern: "^spiffe://"},message:"must match pattern \""+"^spiffe://"+"\"",schema:"^spiffe://",parentSchema:schema74.properties.subject,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema74.properties.subject.type,parentSchema:schema74.properties.subject,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.node_id !== undefined){
let data1 = data.node_id;
if(typeof data1 === "string"){
if(func2(data1) > 63){
const err11 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema35,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func2(data1) < 1){
const err12 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern6.test(data1)){
const err13 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema35,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.ca_id !== undefined){
let data2 = data.ca_id;
if(typeof data2 === "string"){
if(func2(data2) > 128){
const err15 = {instancePath:instancePath+"/ca_id",schemaPath:"#/properties/ca_id/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema74.properties.ca_id,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func2(data2) < 1){
const err16 = {instancePath:instancePath+"/ca_id",schemaPath:"#/properties/ca_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema74.properties.ca_id,data:data2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/ca_id",schemaPath:"#/properties/ca_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema74.properties.ca_id.type,parentSchema:schema74.properties.ca_id,data:data2};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.serial !== undefined){
let data3 = data.serial;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err18 = {instancePath:instancePath+"/serial",schemaPath:"#/properties/serial/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema74.properties.serial,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern41.test(data3)){
const err19 = {instancePath:instancePath+"/serial",schemaPath:"#/properties/serial/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]+$"},message:"must match pattern \""+"^[0-9a-f]+$"+"\"",schema:"^[0-9a-f]+$",parentSchema:schema74.properties.serial,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/serial",schemaPath:"#/properties/serial/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema74.properties.serial.type,parentSchema:schema74.properties.serial,data:data3};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.not_before !== undefined){
let data4 = data.not_before;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err21 = {instancePath:instancePath+"/not_before",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern8.test(data4)){
const err22 = {instancePath:instancePath+"/not_before",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!(formats0(data4))){
const err23 = {instancePath:instancePath+"/not_before",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/not_before",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.expires_at !== undefined){
let data5 = data.expires_at;
if(typeof data5 === "string"){
if(func2(data5) > 40){
const err25 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!pattern8.test(data5)){
const err26 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!(formats0(data5))){
const err27 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/expires_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data5};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.fingerprint_sha256 !== undefined){
let data6 = data.fingerprint_sha256;
if(typeof data6 === "string"){
if(!pattern21.test(data6)){
const err29 = {instancePath:instancePath+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\"",schema:"^[0-9a-f]{64}$",parentSchema:schema55,data:data6};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data6};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema74.type,parentSchema:schema74,data};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const job_output: ValidateFunction = validate32 as never;
const schema79 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"job-output.json","title":"JobOutput","description":"The end of what a task of a run wrote: key `joboutput/{service}/{run_id}/{task}`; written by the agent, deleted with its run by the controller.","type":"object","required":["service","run_id","task","node_id","instance_id","text","written_at"],"additionalProperties":false,"properties":{"service":{"$ref":"common.json#/$defs/dns_label"},"run_id":{"$ref":"common.json#/$defs/run_id"},"task":{"type":"string","description":"Index of the task, in digits.","pattern":"^[0-9]{1,4}$"},"node_id":{"$ref":"common.json#/$defs/node_id"},"instance_id":{"$ref":"common.json#/$defs/dns_label"},"attempt":{"type":"integer","description":"Which attempt it is of, from 1.","minimum":1,"maximum":10001},"text":{"type":"string","description":"The last lines of standard output and standard error, in the order they were written; what is no UTF-8 is replaced.","maxLength":65536},"cut":{"type":"boolean","description":"Earlier lines are left out."},"written_at":{"$ref":"common.json#/$defs/timestamp","description":"By the agent's clock."}}};
const pattern47 = new RegExp("^[0-9]{1,4}$", "u");

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="job-output.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.service === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema79.required,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.run_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "run_id"},message:"must have required property '"+"run_id"+"'",schema:schema79.required,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.task === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task"},message:"must have required property '"+"task"+"'",schema:schema79.required,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.node_id === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},message:"must have required property '"+"node_id"+"'",schema:schema79.required,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.instance_id === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "instance_id"},message:"must have required property '"+"instance_id"+"'",schema:schema79.required,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.text === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'",schema:schema79.required,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.written_at === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "written_at"},message:"must have required property '"+"written_at"+"'",schema:schema79.required,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema79.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.service !== undefined){
let data0 = data.service;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err8 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func2(data0) < 1){
const err9 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern4.test(data0)){
const err10 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.run_id !== undefined){
let data1 = data.run_id;
if(typeof data1 === "string"){
if(func2(data1) > 63){
const err12 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func2(data1) < 1){
const err13 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern4.test(data1)){
const err14 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.type,parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.task !== undefined){
let data2 = data.task;
if(typeof data2 === "string"){
if(!pattern47.test(data2)){
const err16 = {instancePath:instancePath+"/task",schemaPath:"#/properties/task/pattern",keyword:"pattern",params:{pattern: "^[0-9]{1,4}$"},message:"must match pattern \""+"^[0-9]{1,4}$"+"\"",schema:"^[0-9]{1,4}$",parentSchema:schema79.properties.task,data:data2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/task",schemaPath:"#/properties/task/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema79.properties.task.type,parentSchema:schema79.properties.task,data:data2};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.node_id !== undefined){
let data3 = data.node_id;
if(typeof data3 === "string"){
if(func2(data3) > 63){
const err18 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema35,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(func2(data3) < 1){
const err19 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern6.test(data3)){
const err20 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema35,data:data3};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data3};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.instance_id !== undefined){
let data4 = data.instance_id;
if(typeof data4 === "string"){
if(func2(data4) > 63){
const err22 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(func2(data4) < 1){
const err23 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern4.test(data4)){
const err24 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.attempt !== undefined){
let data5 = data.attempt;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err26 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema79.properties.attempt.type,parentSchema:schema79.properties.attempt,data:data5};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 10001 || isNaN(data5)){
const err27 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10001},message:"must be <= 10001",schema:10001,parentSchema:schema79.properties.attempt,data:data5};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err28 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema79.properties.attempt,data:data5};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
if(data.text !== undefined){
let data6 = data.text;
if(typeof data6 === "string"){
if(func2(data6) > 65536){
const err29 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters",schema:65536,parentSchema:schema79.properties.text,data:data6};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema79.properties.text.type,parentSchema:schema79.properties.text,data:data6};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.cut !== undefined){
let data7 = data.cut;
if(typeof data7 !== "boolean"){
const err31 = {instancePath:instancePath+"/cut",schemaPath:"#/properties/cut/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema79.properties.cut.type,parentSchema:schema79.properties.cut,data:data7};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.written_at !== undefined){
let data8 = data.written_at;
if(typeof data8 === "string"){
if(func2(data8) > 40){
const err32 = {instancePath:instancePath+"/written_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern8.test(data8)){
const err33 = {instancePath:instancePath+"/written_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!(formats0(data8))){
const err34 = {instancePath:instancePath+"/written_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/written_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema79.type,parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const job_run: ValidateFunction = validate33 as never;
const schema85 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"job-run.json","title":"JobRun","description":"One run of a job: key `jobs/{service}/{run_id}`. Created by the operator (`job run`) or, on schedule, by the controller, which then keeps it; the operator sets `desired`.","type":"object","required":["service","run_id","trigger","created_at"],"additionalProperties":false,"properties":{"service":{"$ref":"common.json#/$defs/dns_label"},"run_id":{"$ref":"common.json#/$defs/run_id"},"trigger":{"type":"string","description":"Who asked for it.","enum":["operator","schedule"]},"scheduled_at":{"$ref":"common.json#/$defs/timestamp","description":"The time of the schedule that it is for."},"created_at":{"$ref":"common.json#/$defs/timestamp","description":"When it was asked for."},"desired":{"type":"string","description":"The operator's wish.","enum":["running","stopped"],"default":"running"},"state":{"type":"string","description":"How far it is. pending: nothing was started yet.","enum":["pending","running","succeeded","failed","stopped"],"default":"pending"},"ending":{"type":"string","description":"Why it is ended before its tasks have: the operator stopped it, its deadline passed, a task failed for good, the next run of its schedule replaces it.","enum":["stopped","deadline","task_failed","replaced"]},"revision":{"$ref":"common.json#/$defs/revision_id"},"started_at":{"$ref":"common.json#/$defs/timestamp","description":"When its first task was started."},"deadline":{"$ref":"common.json#/$defs/timestamp","description":"When it fails unless it has ended; counted from when the controller took it up."},"ended_at":{"$ref":"common.json#/$defs/timestamp","description":"When its last task ended."},"exit_code":{"type":"integer","description":"0 where every task succeeded, else that of the task that failed for good; absent where none is known, and where it was stopped or its deadline passed.","minimum":-255,"maximum":255},"message":{"type":"string","description":"Why it failed or waits, for the operator.","maxLength":2048},"tasks":{"type":"array","description":"Its tasks, by index.","maxItems":1000,"items":{"type":"object","description":"A task.","additionalProperties":false,"properties":{"index":{"type":"integer","description":"Number of the task, from 0.","minimum":0,"maximum":9999},"state":{"type":"string","description":"How far it is.","enum":["pending","running","succeeded","failed","stopped"]},"attempts":{"type":"integer","description":"Attempts so far.","minimum":0,"maximum":10001},"instance_id":{"$ref":"common.json#/$defs/dns_label","description":"The instance of its last attempt."},"node_id":{"$ref":"common.json#/$defs/node_id","description":"Where that ran."},"exit_code":{"type":"integer","description":"Of its last attempt.","minimum":-255,"maximum":255},"reason":{"type":"string","description":"Why its last attempt failed: code, then text.","maxLength":1024},"retry_at":{"$ref":"common.json#/$defs/timestamp","description":"When it is tried again."}},"required":["index","state","attempts"]}}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="job-run.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.service === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema85.required,parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.run_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "run_id"},message:"must have required property '"+"run_id"+"'",schema:schema85.required,parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.trigger === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "trigger"},message:"must have required property '"+"trigger"+"'",schema:schema85.required,parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.created_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"},message:"must have required property '"+"created_at"+"'",schema:schema85.required,parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema85.properties, key0))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.service !== undefined){
let data0 = data.service;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err5 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func2(data0) < 1){
const err6 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data0)){
const err7 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.run_id !== undefined){
let data1 = data.run_id;
if(typeof data1 === "string"){
if(func2(data1) > 63){
const err9 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data1) < 1){
const err10 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern4.test(data1)){
const err11 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.type,parentSchema:schema53,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.trigger !== undefined){
let data2 = data.trigger;
if(typeof data2 !== "string"){
const err13 = {instancePath:instancePath+"/trigger",schemaPath:"#/properties/trigger/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.trigger.type,parentSchema:schema85.properties.trigger,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!((data2 === "operator") || (data2 === "schedule"))){
const err14 = {instancePath:instancePath+"/trigger",schemaPath:"#/properties/trigger/enum",keyword:"enum",params:{allowedValues: schema85.properties.trigger.enum},message:"must be equal to one of the allowed values",schema:schema85.properties.trigger.enum,parentSchema:schema85.properties.trigger,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.scheduled_at !== undefined){
let data3 = data.scheduled_at;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err15 = {instancePath:instancePath+"/scheduled_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!pattern8.test(data3)){
const err16 = {instancePath:instancePath+"/scheduled_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!(formats0(data3))){
const err17 = {instancePath:instancePath+"/scheduled_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/scheduled_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.created_at !== undefined){
let data4 = data.created_at;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err19 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern8.test(data4)){
const err20 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(formats0(data4))){
const err21 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.desired !== undefined){
let data5 = data.desired;
if(typeof data5 !== "string"){
const err23 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.desired.type,parentSchema:schema85.properties.desired,data:data5};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!((data5 === "running") || (data5 === "stopped"))){
const err24 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/enum",keyword:"enum",params:{allowedValues: schema85.properties.desired.enum},message:"must be equal to one of the allowed values",schema:schema85.properties.desired.enum,parentSchema:schema85.properties.desired,data:data5};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.state !== undefined){
let data6 = data.state;
if(typeof data6 !== "string"){
const err25 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.state.type,parentSchema:schema85.properties.state,data:data6};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!(((((data6 === "pending") || (data6 === "running")) || (data6 === "succeeded")) || (data6 === "failed")) || (data6 === "stopped"))){
const err26 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema85.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema85.properties.state.enum,parentSchema:schema85.properties.state,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.ending !== undefined){
let data7 = data.ending;
if(typeof data7 !== "string"){
const err27 = {instancePath:instancePath+"/ending",schemaPath:"#/properties/ending/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.ending.type,parentSchema:schema85.properties.ending,data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!((((data7 === "stopped") || (data7 === "deadline")) || (data7 === "task_failed")) || (data7 === "replaced"))){
const err28 = {instancePath:instancePath+"/ending",schemaPath:"#/properties/ending/enum",keyword:"enum",params:{allowedValues: schema85.properties.ending.enum},message:"must be equal to one of the allowed values",schema:schema85.properties.ending.enum,parentSchema:schema85.properties.ending,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.revision !== undefined){
let data8 = data.revision;
if(typeof data8 === "string"){
if(!pattern7.test(data8)){
const err29 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\"",schema:"^[0-9a-f]{16}$",parentSchema:schema36,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.type,parentSchema:schema36,data:data8};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.started_at !== undefined){
let data9 = data.started_at;
if(typeof data9 === "string"){
if(func2(data9) > 40){
const err31 = {instancePath:instancePath+"/started_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!pattern8.test(data9)){
const err32 = {instancePath:instancePath+"/started_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!(formats0(data9))){
const err33 = {instancePath:instancePath+"/started_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/started_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.deadline !== undefined){
let data10 = data.deadline;
if(typeof data10 === "string"){
if(func2(data10) > 40){
const err35 = {instancePath:instancePath+"/deadline",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(!pattern8.test(data10)){
const err36 = {instancePath:instancePath+"/deadline",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(!(formats0(data10))){
const err37 = {instancePath:instancePath+"/deadline",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/deadline",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.ended_at !== undefined){
let data11 = data.ended_at;
if(typeof data11 === "string"){
if(func2(data11) > 40){
const err39 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(!pattern8.test(data11)){
const err40 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!(formats0(data11))){
const err41 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.exit_code !== undefined){
let data12 = data.exit_code;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err43 = {instancePath:instancePath+"/exit_code",schemaPath:"#/properties/exit_code/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema85.properties.exit_code.type,parentSchema:schema85.properties.exit_code,data:data12};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 255 || isNaN(data12)){
const err44 = {instancePath:instancePath+"/exit_code",schemaPath:"#/properties/exit_code/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema85.properties.exit_code,data:data12};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data12 < -255 || isNaN(data12)){
const err45 = {instancePath:instancePath+"/exit_code",schemaPath:"#/properties/exit_code/minimum",keyword:"minimum",params:{comparison: ">=", limit: -255},message:"must be >= -255",schema:-255,parentSchema:schema85.properties.exit_code,data:data12};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
if(data.message !== undefined){
let data13 = data.message;
if(typeof data13 === "string"){
if(func2(data13) > 2048){
const err46 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema85.properties.message,data:data13};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.message.type,parentSchema:schema85.properties.message,data:data13};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.tasks !== undefined){
let data14 = data.tasks;
if(Array.isArray(data14)){
if(data14.length > 1000){
const err48 = {instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items",schema:1000,parentSchema:schema85.properties.tasks,data:data14};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
let data15 = data14[i0];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.index === undefined){
const err49 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "index"},message:"must have required property '"+"index"+"'",schema:schema85.properties.tasks.items.required,parentSchema:schema85.properties.tasks.items,data:data15};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data15.state === undefined){
const err50 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'",schema:schema85.properties.tasks.items.required,parentSchema:schema85.properties.tasks.items,data:data15};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data15.attempts === undefined){
const err51 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/required",keyword:"required",params:{missingProperty: "attempts"},message:"must have required property '"+"attempts"+"'",schema:schema85.properties.tasks.items.required,parentSchema:schema85.properties.tasks.items,data:data15};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
for(const key1 in data15){
if(!((((((((key1 === "index") || (key1 === "state")) || (key1 === "attempts")) || (key1 === "instance_id")) || (key1 === "node_id")) || (key1 === "exit_code")) || (key1 === "reason")) || (key1 === "retry_at"))){
const err52 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema85.properties.tasks.items,data:data15};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data15.index !== undefined){
let data16 = data15.index;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err53 = {instancePath:instancePath+"/tasks/" + i0+"/index",schemaPath:"#/properties/tasks/items/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema85.properties.tasks.items.properties.index.type,parentSchema:schema85.properties.tasks.items.properties.index,data:data16};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 9999 || isNaN(data16)){
const err54 = {instancePath:instancePath+"/tasks/" + i0+"/index",schemaPath:"#/properties/tasks/items/properties/index/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9999},message:"must be <= 9999",schema:9999,parentSchema:schema85.properties.tasks.items.properties.index,data:data16};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err55 = {instancePath:instancePath+"/tasks/" + i0+"/index",schemaPath:"#/properties/tasks/items/properties/index/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema85.properties.tasks.items.properties.index,data:data16};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
if(data15.state !== undefined){
let data17 = data15.state;
if(typeof data17 !== "string"){
const err56 = {instancePath:instancePath+"/tasks/" + i0+"/state",schemaPath:"#/properties/tasks/items/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.tasks.items.properties.state.type,parentSchema:schema85.properties.tasks.items.properties.state,data:data17};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(!(((((data17 === "pending") || (data17 === "running")) || (data17 === "succeeded")) || (data17 === "failed")) || (data17 === "stopped"))){
const err57 = {instancePath:instancePath+"/tasks/" + i0+"/state",schemaPath:"#/properties/tasks/items/properties/state/enum",keyword:"enum",params:{allowedValues: schema85.properties.tasks.items.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema85.properties.tasks.items.properties.state.enum,parentSchema:schema85.properties.tasks.items.properties.state,data:data17};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data15.attempts !== undefined){
let data18 = data15.attempts;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err58 = {instancePath:instancePath+"/tasks/" + i0+"/attempts",schemaPath:"#/properties/tasks/items/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema85.properties.tasks.items.properties.attempts.type,parentSchema:schema85.properties.tasks.items.properties.attempts,data:data18};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 10001 || isNaN(data18)){
const err59 = {instancePath:instancePath+"/tasks/" + i0+"/attempts",schemaPath:"#/properties/tasks/items/properties/attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10001},message:"must be <= 10001",schema:10001,parentSchema:schema85.properties.tasks.items.properties.attempts,data:data18};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data18 < 0 || isNaN(data18)){
const err60 = {instancePath:instancePath+"/tasks/" + i0+"/attempts",schemaPath:"#/properties/tasks/items/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema85.properties.tasks.items.properties.attempts,data:data18};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
if(data15.instance_id !== undefined){
let data19 = data15.instance_id;
if(typeof data19 === "string"){
if(func2(data19) > 63){
const err61 = {instancePath:instancePath+"/tasks/" + i0+"/instance_id",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data19};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(func2(data19) < 1){
const err62 = {instancePath:instancePath+"/tasks/" + i0+"/instance_id",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data19};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(!pattern4.test(data19)){
const err63 = {instancePath:instancePath+"/tasks/" + i0+"/instance_id",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data19};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/tasks/" + i0+"/instance_id",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data19};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data15.node_id !== undefined){
let data20 = data15.node_id;
if(typeof data20 === "string"){
if(func2(data20) > 63){
const err65 = {instancePath:instancePath+"/tasks/" + i0+"/node_id",schemaPath:"common.json#/$defs/node_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema35,data:data20};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(func2(data20) < 1){
const err66 = {instancePath:instancePath+"/tasks/" + i0+"/node_id",schemaPath:"common.json#/$defs/node_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35,data:data20};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(!pattern6.test(data20)){
const err67 = {instancePath:instancePath+"/tasks/" + i0+"/node_id",schemaPath:"common.json#/$defs/node_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema35,data:data20};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/tasks/" + i0+"/node_id",schemaPath:"common.json#/$defs/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data20};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data15.exit_code !== undefined){
let data21 = data15.exit_code;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err69 = {instancePath:instancePath+"/tasks/" + i0+"/exit_code",schemaPath:"#/properties/tasks/items/properties/exit_code/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema85.properties.tasks.items.properties.exit_code.type,parentSchema:schema85.properties.tasks.items.properties.exit_code,data:data21};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 255 || isNaN(data21)){
const err70 = {instancePath:instancePath+"/tasks/" + i0+"/exit_code",schemaPath:"#/properties/tasks/items/properties/exit_code/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema85.properties.tasks.items.properties.exit_code,data:data21};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data21 < -255 || isNaN(data21)){
const err71 = {instancePath:instancePath+"/tasks/" + i0+"/exit_code",schemaPath:"#/properties/tasks/items/properties/exit_code/minimum",keyword:"minimum",params:{comparison: ">=", limit: -255},message:"must be >= -255",schema:-255,parentSchema:schema85.properties.tasks.items.properties.exit_code,data:data21};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
if(data15.reason !== undefined){
let data22 = data15.reason;
if(typeof data22 === "string"){
if(func2(data22) > 1024){
const err72 = {instancePath:instancePath+"/tasks/" + i0+"/reason",schemaPath:"#/properties/tasks/items/properties/reason/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema85.properties.tasks.items.properties.reason,data:data22};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/tasks/" + i0+"/reason",schemaPath:"#/properties/tasks/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema85.properties.tasks.items.properties.reason.type,parentSchema:schema85.properties.tasks.items.properties.reason,data:data22};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data15.retry_at !== undefined){
let data23 = data15.retry_at;
if(typeof data23 === "string"){
if(func2(data23) > 40){
const err74 = {instancePath:instancePath+"/tasks/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data23};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(!pattern8.test(data23)){
const err75 = {instancePath:instancePath+"/tasks/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data23};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if(!(formats0(data23))){
const err76 = {instancePath:instancePath+"/tasks/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data23};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
else {
const err77 = {instancePath:instancePath+"/tasks/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data23};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
}
else {
const err78 = {instancePath:instancePath+"/tasks/" + i0,schemaPath:"#/properties/tasks/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema85.properties.tasks.items.type,parentSchema:schema85.properties.tasks.items,data:data15};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
else {
const err79 = {instancePath:instancePath+"/tasks",schemaPath:"#/properties/tasks/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema85.properties.tasks.type,parentSchema:schema85.properties.tasks,data:data14};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
else {
const err80 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema85.type,parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const liveness: ValidateFunction = validate34 as never;
const schema97 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"liveness.json","title":"Liveness","description":"Proof that a node's agent lives: key `liveness/{node_id}`, bound to the agent's lease, created and never overwritten.","type":"object","required":["session","agent_uid","machine_id","boot_id","version"],"additionalProperties":false,"properties":{"session":{"type":"string","description":"Random per session; agent writes compare this key.","maxLength":64,"minLength":1},"agent_uid":{"type":"string","description":"Random, kept on the agent's disk.","maxLength":64,"minLength":1},"machine_id":{"type":"string","description":"Of /etc/machine-id.","maxLength":64},"boot_id":{"type":"string","description":"Of the kernel's boot_id.","maxLength":64},"version":{"type":"string","description":"Version of the agent.","maxLength":64}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="liveness.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session"},message:"must have required property '"+"session"+"'",schema:schema97.required,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.agent_uid === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "agent_uid"},message:"must have required property '"+"agent_uid"+"'",schema:schema97.required,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.machine_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "machine_id"},message:"must have required property '"+"machine_id"+"'",schema:schema97.required,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.boot_id === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "boot_id"},message:"must have required property '"+"boot_id"+"'",schema:schema97.required,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.version === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'",schema:schema97.required,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "session") || (key0 === "agent_uid")) || (key0 === "machine_id")) || (key0 === "boot_id")) || (key0 === "version"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.session !== undefined){
let data0 = data.session;
if(typeof data0 === "string"){
if(func2(data0) > 64){
const err6 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema97.properties.session,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data0) < 1){
const err7 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema97.properties.session,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/session",schemaPath:"#/properties/session/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema97.properties.session.type,parentSchema:schema97.properties.session,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.agent_uid !== undefined){
let data1 = data.agent_uid;
if(typeof data1 === "string"){
if(func2(data1) > 64){
const err9 = {instancePath:instancePath+"/agent_uid",schemaPath:"#/properties/agent_uid/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema97.properties.agent_uid,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data1) < 1){
const err10 = {instancePath:instancePath+"/agent_uid",schemaPath:"#/properties/agent_uid/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema97.properties.agent_uid,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/agent_uid",schemaPath:"#/properties/agent_uid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema97.properties.agent_uid.type,parentSchema:schema97.properties.agent_uid,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.machine_id !== undefined){
let data2 = data.machine_id;
if(typeof data2 === "string"){
if(func2(data2) > 64){
const err12 = {instancePath:instancePath+"/machine_id",schemaPath:"#/properties/machine_id/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema97.properties.machine_id,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/machine_id",schemaPath:"#/properties/machine_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema97.properties.machine_id.type,parentSchema:schema97.properties.machine_id,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.boot_id !== undefined){
let data3 = data.boot_id;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err14 = {instancePath:instancePath+"/boot_id",schemaPath:"#/properties/boot_id/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema97.properties.boot_id,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/boot_id",schemaPath:"#/properties/boot_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema97.properties.boot_id.type,parentSchema:schema97.properties.boot_id,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.version !== undefined){
let data4 = data.version;
if(typeof data4 === "string"){
if(func2(data4) > 64){
const err16 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema97.properties.version,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema97.properties.version.type,parentSchema:schema97.properties.version,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema97.type,parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const mtls_policy: ValidateFunction = validate35 as never;
const schema98 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"mtls-policy.json","title":"MTLSPolicy","description":"Who may call whom and how: key `mtls/policies/{policy_id}`, written by the operator.","type":"object","required":["policy_id","environment","source_service","target_service","mtls_required","mode"],"additionalProperties":false,"properties":{"policy_id":{"$ref":"common.json#/$defs/dns_label"},"environment":{"$ref":"common.json#/$defs/environment"},"source_service":{"type":"string","description":"A service, or `*`.","maxLength":63,"pattern":"^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$"},"target_service":{"type":"string","description":"A service, or `*`.","maxLength":63,"pattern":"^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$"},"mtls_required":{"type":"boolean","description":"Callers must show a certificate."},"mode":{"type":"string","description":"How strict.","enum":["strict","permissive","disabled"]},"updated_at":{"$ref":"common.json#/$defs/timestamp","description":"Within a rank the newest policy wins."}}};
const pattern63 = new RegExp("^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$", "u");

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="mtls-policy.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.policy_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "policy_id"},message:"must have required property '"+"policy_id"+"'",schema:schema98.required,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.environment === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"},message:"must have required property '"+"environment"+"'",schema:schema98.required,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.source_service === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source_service"},message:"must have required property '"+"source_service"+"'",schema:schema98.required,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.target_service === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "target_service"},message:"must have required property '"+"target_service"+"'",schema:schema98.required,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.mtls_required === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mtls_required"},message:"must have required property '"+"mtls_required"+"'",schema:schema98.required,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.mode === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mode"},message:"must have required property '"+"mode"+"'",schema:schema98.required,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "policy_id") || (key0 === "environment")) || (key0 === "source_service")) || (key0 === "target_service")) || (key0 === "mtls_required")) || (key0 === "mode")) || (key0 === "updated_at"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.policy_id !== undefined){
let data0 = data.policy_id;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err7 = {instancePath:instancePath+"/policy_id",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data0) < 1){
const err8 = {instancePath:instancePath+"/policy_id",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data0)){
const err9 = {instancePath:instancePath+"/policy_id",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/policy_id",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.environment !== undefined){
let data1 = data.environment;
if(typeof data1 !== "string"){
const err11 = {instancePath:instancePath+"/environment",schemaPath:"common.json#/$defs/environment/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema64.type,parentSchema:schema64,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!((((data1 === "dev") || (data1 === "stg")) || (data1 === "prod")) || (data1 === "test"))){
const err12 = {instancePath:instancePath+"/environment",schemaPath:"common.json#/$defs/environment/enum",keyword:"enum",params:{allowedValues: schema64.enum},message:"must be equal to one of the allowed values",schema:schema64.enum,parentSchema:schema64,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.source_service !== undefined){
let data2 = data.source_service;
if(typeof data2 === "string"){
if(func2(data2) > 63){
const err13 = {instancePath:instancePath+"/source_service",schemaPath:"#/properties/source_service/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema98.properties.source_service,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern63.test(data2)){
const err14 = {instancePath:instancePath+"/source_service",schemaPath:"#/properties/source_service/pattern",keyword:"pattern",params:{pattern: "^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$"},message:"must match pattern \""+"^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$"+"\"",schema:"^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$",parentSchema:schema98.properties.source_service,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/source_service",schemaPath:"#/properties/source_service/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema98.properties.source_service.type,parentSchema:schema98.properties.source_service,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.target_service !== undefined){
let data3 = data.target_service;
if(typeof data3 === "string"){
if(func2(data3) > 63){
const err16 = {instancePath:instancePath+"/target_service",schemaPath:"#/properties/target_service/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema98.properties.target_service,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern63.test(data3)){
const err17 = {instancePath:instancePath+"/target_service",schemaPath:"#/properties/target_service/pattern",keyword:"pattern",params:{pattern: "^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$"},message:"must match pattern \""+"^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$"+"\"",schema:"^(\\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?)$",parentSchema:schema98.properties.target_service,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/target_service",schemaPath:"#/properties/target_service/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema98.properties.target_service.type,parentSchema:schema98.properties.target_service,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.mtls_required !== undefined){
let data4 = data.mtls_required;
if(typeof data4 !== "boolean"){
const err19 = {instancePath:instancePath+"/mtls_required",schemaPath:"#/properties/mtls_required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema98.properties.mtls_required.type,parentSchema:schema98.properties.mtls_required,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.mode !== undefined){
let data5 = data.mode;
if(typeof data5 !== "string"){
const err20 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema98.properties.mode.type,parentSchema:schema98.properties.mode,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(((data5 === "strict") || (data5 === "permissive")) || (data5 === "disabled"))){
const err21 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/enum",keyword:"enum",params:{allowedValues: schema98.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema98.properties.mode.enum,parentSchema:schema98.properties.mode,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.updated_at !== undefined){
let data6 = data.updated_at;
if(typeof data6 === "string"){
if(func2(data6) > 40){
const err22 = {instancePath:instancePath+"/updated_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern8.test(data6)){
const err23 = {instancePath:instancePath+"/updated_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!(formats0(data6))){
const err24 = {instancePath:instancePath+"/updated_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/updated_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data6};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema98.type,parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const node: ValidateFunction = validate36 as never;
const schema102 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"node.json","title":"Node","description":"A machine: key `nodes/{node_id}`. Operator: spec and intent; controller: state; agent: last_heartbeat and observed facts.","type":"object","required":["node_id","ip"],"additionalProperties":false,"properties":{"node_id":{"$ref":"common.json#/$defs/node_id"},"ip":{"$ref":"common.json#/$defs/ip","description":"Address that other nodes reach; the mesh listens here."},"hostname":{"type":"string","description":"Host name.","maxLength":253},"roles":{"type":"array","description":"Roles, for placement; `ingress` makes it serve routes.","items":{"$ref":"common.json#/$defs/dns_label"},"maxItems":32,"uniqueItems":true,"default":[]},"state":{"type":"string","description":"The controller's view.","enum":["pending","provisioning","active","failed","draining"],"default":"pending"},"labels":{"$ref":"common.json#/$defs/labels"},"last_heartbeat":{"$ref":"common.json#/$defs/timestamp","description":"By the agent's clock; shown, never compared."},"machine_id":{"type":"string","description":"Of /etc/machine-id; ports are unique per machine.","maxLength":64},"intent":{"type":"string","description":"The operator's wish.","enum":["active","cordoned","draining"],"default":"active"},"app_addr":{"$ref":"common.json#/$defs/ip","description":"Where apps listen on this node; default 127.0.0.1."},"port_range":{"type":"object","description":"Ports that may be allocated, both ends included; default 20000 to 29999.","additionalProperties":false,"properties":{"from":{"$ref":"common.json#/$defs/port"},"to":{"$ref":"common.json#/$defs/port"}},"required":["from","to"]},"capacity":{"$ref":"common.json#/$defs/resources"},"drivers":{"type":"array","description":"Drivers that this node's agent runs; absent while no agent has told.","items":{"type":"string","enum":["docker","process"]},"maxItems":2,"uniqueItems":true},"ingress_revision":{"type":"integer","description":"Revision of the ingress table that this node's Caddy runs; absent where none is applied.","minimum":0,"maximum":9007199254740991},"conditions":{"type":"array","description":"What is the case now.","items":{"$ref":"common.json#/$defs/condition"},"maxItems":64}}};
const schema106 = {"type":"object","description":"Labels by name. Names and values are kept exactly as written; control characters are refused.","maxProperties":64,"propertyNames":{"minLength":1,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f]+$"},"additionalProperties":{"type":"string","maxLength":256,"pattern":"^[^\\x00-\\x1f\\x7f]*$"}};
const func0 = equal.default;
const pattern69 = new RegExp("^[^\\x00-\\x1f\\x7f]+$", "u");
const pattern70 = new RegExp("^[^\\x00-\\x1f\\x7f]*$", "u");
const schema112 = {"type":"object","description":"Something that is the case and that an operator should know. A condition that is not listed does not hold.","additionalProperties":false,"properties":{"type":{"type":"string","description":"What is the case, in snake_case: `mass_loss`, `invalid_record`, `unknown_field`, …","maxLength":63,"pattern":"^[a-z][a-z0-9_]*$"},"reason":{"type":"string","description":"A stable code for programs, in snake_case.","maxLength":63,"pattern":"^[a-z][a-z0-9_]*$"},"message":{"type":"string","description":"For the operator: what, where, what to do next.","maxLength":2048},"since":{"$ref":"#/$defs/timestamp"},"key":{"type":"string","description":"The store key concerned.","maxLength":1024},"path":{"type":"string","description":"The JSON path concerned.","maxLength":512}},"required":["type","reason","message","since"]};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reason === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.since === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "since"},message:"must have required property '"+"since"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "type") || (key0 === "reason")) || (key0 === "message")) || (key0 === "since")) || (key0 === "key")) || (key0 === "path"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema112.properties.type,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern32.test(data0)){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"},message:"must match pattern \""+"^[a-z][a-z0-9_]*$"+"\"",schema:"^[a-z][a-z0-9_]*$",parentSchema:schema112.properties.type,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.type.type,parentSchema:schema112.properties.type,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(typeof data1 === "string"){
if(func2(data1) > 63){
const err8 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema112.properties.reason,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern32.test(data1)){
const err9 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"},message:"must match pattern \""+"^[a-z][a-z0-9_]*$"+"\"",schema:"^[a-z][a-z0-9_]*$",parentSchema:schema112.properties.reason,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.reason.type,parentSchema:schema112.properties.reason,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.message !== undefined){
let data2 = data.message;
if(typeof data2 === "string"){
if(func2(data2) > 2048){
const err11 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema112.properties.message,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.message.type,parentSchema:schema112.properties.message,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.since !== undefined){
let data3 = data.since;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err13 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern8.test(data3)){
const err14 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(formats0(data3))){
const err15 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.key !== undefined){
let data4 = data.key;
if(typeof data4 === "string"){
if(func2(data4) > 1024){
const err17 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema112.properties.key,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.key.type,parentSchema:schema112.properties.key,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.path !== undefined){
let data5 = data.path;
if(typeof data5 === "string"){
if(func2(data5) > 512){
const err19 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema112.properties.path,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.path.type,parentSchema:schema112.properties.path,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema112.type,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="node.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.node_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},message:"must have required property '"+"node_id"+"'",schema:schema102.required,parentSchema:schema102,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.ip === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ip"},message:"must have required property '"+"ip"+"'",schema:schema102.required,parentSchema:schema102,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema102.properties, key0))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema102,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.node_id !== undefined){
let data0 = data.node_id;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err3 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern6.test(data0)){
const err5 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ip !== undefined){
let data1 = data.ip;
if(typeof data1 === "string"){
if(func2(data1) > 45){
const err7 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/maxLength",keyword:"maxLength",params:{limit: 45},message:"must NOT have more than 45 characters",schema:45,parentSchema:schema43,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern16.test(data1)){
const err8 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/pattern",keyword:"pattern",params:{pattern: "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"},message:"must match pattern \""+"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"+"\"",schema:"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$",parentSchema:schema43,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(formats4(data1))){
const err9 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/format",keyword:"format",params:{format: "ip"},message:"must match format \""+"ip"+"\"",schema:"ip",parentSchema:schema43,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.hostname !== undefined){
let data2 = data.hostname;
if(typeof data2 === "string"){
if(func2(data2) > 253){
const err11 = {instancePath:instancePath+"/hostname",schemaPath:"#/properties/hostname/maxLength",keyword:"maxLength",params:{limit: 253},message:"must NOT have more than 253 characters",schema:253,parentSchema:schema102.properties.hostname,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/hostname",schemaPath:"#/properties/hostname/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema102.properties.hostname.type,parentSchema:schema102.properties.hostname,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.roles !== undefined){
let data3 = data.roles;
if(Array.isArray(data3)){
if(data3.length > 32){
const err13 = {instancePath:instancePath+"/roles",schemaPath:"#/properties/roles/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema102.properties.roles,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func2(data4) > 63){
const err14 = {instancePath:instancePath+"/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func2(data4) < 1){
const err15 = {instancePath:instancePath+"/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!pattern4.test(data4)){
const err16 = {instancePath:instancePath+"/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
let i1 = data3.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data3[i1], data3[j0])){
const err18 = {instancePath:instancePath+"/roles",schemaPath:"#/properties/roles/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",schema:true,parentSchema:schema102.properties.roles,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err19 = {instancePath:instancePath+"/roles",schemaPath:"#/properties/roles/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema102.properties.roles.type,parentSchema:schema102.properties.roles,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.state !== undefined){
let data5 = data.state;
if(typeof data5 !== "string"){
const err20 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema102.properties.state.type,parentSchema:schema102.properties.state,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(((((data5 === "pending") || (data5 === "provisioning")) || (data5 === "active")) || (data5 === "failed")) || (data5 === "draining"))){
const err21 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema102.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema102.properties.state.enum,parentSchema:schema102.properties.state,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.labels !== undefined){
let data6 = data.labels;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 64){
const err22 = {instancePath:instancePath+"/labels",schemaPath:"common.json#/$defs/labels/maxProperties",keyword:"maxProperties",params:{limit: 64},message:"must NOT have more than 64 properties",schema:64,parentSchema:schema106,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key1 in data6){
const _errs20 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 128){
const err23 = {instancePath:instancePath+"/labels",schemaPath:"common.json#/$defs/labels/propertyNames/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema106.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(func2(key1) < 1){
const err24 = {instancePath:instancePath+"/labels",schemaPath:"common.json#/$defs/labels/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema106.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!pattern69.test(key1)){
const err25 = {instancePath:instancePath+"/labels",schemaPath:"common.json#/$defs/labels/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[^\\x00-\\x1f\\x7f]+$"},message:"must match pattern \""+"^[^\\x00-\\x1f\\x7f]+$"+"\"",schema:"^[^\\x00-\\x1f\\x7f]+$",parentSchema:schema106.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
var valid8 = _errs20 === errors;
if(!valid8){
const err26 = {instancePath:instancePath+"/labels",schemaPath:"common.json#/$defs/labels/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid",schema:schema106.propertyNames,parentSchema:schema106,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
for(const key2 in data6){
let data7 = data6[key2];
if(typeof data7 === "string"){
if(func2(data7) > 256){
const err27 = {instancePath:instancePath+"/labels/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"common.json#/$defs/labels/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",schema:256,parentSchema:schema106.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!pattern70.test(data7)){
const err28 = {instancePath:instancePath+"/labels/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"common.json#/$defs/labels/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\x00-\\x1f\\x7f]*$"},message:"must match pattern \""+"^[^\\x00-\\x1f\\x7f]*$"+"\"",schema:"^[^\\x00-\\x1f\\x7f]*$",parentSchema:schema106.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/labels/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"common.json#/$defs/labels/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema106.additionalProperties.type,parentSchema:schema106.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/labels",schemaPath:"common.json#/$defs/labels/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema106.type,parentSchema:schema106,data:data6};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.last_heartbeat !== undefined){
let data8 = data.last_heartbeat;
if(typeof data8 === "string"){
if(func2(data8) > 40){
const err31 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!pattern8.test(data8)){
const err32 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!(formats0(data8))){
const err33 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.machine_id !== undefined){
let data9 = data.machine_id;
if(typeof data9 === "string"){
if(func2(data9) > 64){
const err35 = {instancePath:instancePath+"/machine_id",schemaPath:"#/properties/machine_id/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema102.properties.machine_id,data:data9};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/machine_id",schemaPath:"#/properties/machine_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema102.properties.machine_id.type,parentSchema:schema102.properties.machine_id,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.intent !== undefined){
let data10 = data.intent;
if(typeof data10 !== "string"){
const err37 = {instancePath:instancePath+"/intent",schemaPath:"#/properties/intent/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema102.properties.intent.type,parentSchema:schema102.properties.intent,data:data10};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(!(((data10 === "active") || (data10 === "cordoned")) || (data10 === "draining"))){
const err38 = {instancePath:instancePath+"/intent",schemaPath:"#/properties/intent/enum",keyword:"enum",params:{allowedValues: schema102.properties.intent.enum},message:"must be equal to one of the allowed values",schema:schema102.properties.intent.enum,parentSchema:schema102.properties.intent,data:data10};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.app_addr !== undefined){
let data11 = data.app_addr;
if(typeof data11 === "string"){
if(func2(data11) > 45){
const err39 = {instancePath:instancePath+"/app_addr",schemaPath:"common.json#/$defs/ip/maxLength",keyword:"maxLength",params:{limit: 45},message:"must NOT have more than 45 characters",schema:45,parentSchema:schema43,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(!pattern16.test(data11)){
const err40 = {instancePath:instancePath+"/app_addr",schemaPath:"common.json#/$defs/ip/pattern",keyword:"pattern",params:{pattern: "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"},message:"must match pattern \""+"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"+"\"",schema:"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$",parentSchema:schema43,data:data11};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!(formats4(data11))){
const err41 = {instancePath:instancePath+"/app_addr",schemaPath:"common.json#/$defs/ip/format",keyword:"format",params:{format: "ip"},message:"must match format \""+"ip"+"\"",schema:"ip",parentSchema:schema43,data:data11};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/app_addr",schemaPath:"common.json#/$defs/ip/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data11};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.port_range !== undefined){
let data12 = data.port_range;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.from === undefined){
const err43 = {instancePath:instancePath+"/port_range",schemaPath:"#/properties/port_range/required",keyword:"required",params:{missingProperty: "from"},message:"must have required property '"+"from"+"'",schema:schema102.properties.port_range.required,parentSchema:schema102.properties.port_range,data:data12};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data12.to === undefined){
const err44 = {instancePath:instancePath+"/port_range",schemaPath:"#/properties/port_range/required",keyword:"required",params:{missingProperty: "to"},message:"must have required property '"+"to"+"'",schema:schema102.properties.port_range.required,parentSchema:schema102.properties.port_range,data:data12};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
for(const key3 in data12){
if(!((key3 === "from") || (key3 === "to"))){
const err45 = {instancePath:instancePath+"/port_range",schemaPath:"#/properties/port_range/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema102.properties.port_range,data:data12};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data12.from !== undefined){
let data13 = data12.from;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err46 = {instancePath:instancePath+"/port_range/from",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data13};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 65535 || isNaN(data13)){
const err47 = {instancePath:instancePath+"/port_range/from",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data13};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err48 = {instancePath:instancePath+"/port_range/from",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data13};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
if(data12.to !== undefined){
let data14 = data12.to;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err49 = {instancePath:instancePath+"/port_range/to",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data14};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 65535 || isNaN(data14)){
const err50 = {instancePath:instancePath+"/port_range/to",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data14};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data14 < 1 || isNaN(data14)){
const err51 = {instancePath:instancePath+"/port_range/to",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data14};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
}
else {
const err52 = {instancePath:instancePath+"/port_range",schemaPath:"#/properties/port_range/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema102.properties.port_range.type,parentSchema:schema102.properties.port_range,data:data12};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.capacity !== undefined){
let data15 = data.capacity;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key4 in data15){
if(!((key4 === "cpu_millicores") || (key4 === "memory_bytes"))){
const err53 = {instancePath:instancePath+"/capacity",schemaPath:"common.json#/$defs/resources/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema41,data:data15};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data15.cpu_millicores !== undefined){
let data16 = data15.cpu_millicores;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err54 = {instancePath:instancePath+"/capacity/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.cpu_millicores.type,parentSchema:schema41.properties.cpu_millicores,data:data16};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 1024000 || isNaN(data16)){
const err55 = {instancePath:instancePath+"/capacity/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1024000},message:"must be <= 1024000",schema:1024000,parentSchema:schema41.properties.cpu_millicores,data:data16};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data16 < 1 || isNaN(data16)){
const err56 = {instancePath:instancePath+"/capacity/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema41.properties.cpu_millicores,data:data16};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
if(data15.memory_bytes !== undefined){
let data17 = data15.memory_bytes;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err57 = {instancePath:instancePath+"/capacity/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.memory_bytes.type,parentSchema:schema41.properties.memory_bytes,data:data17};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 9007199254740991 || isNaN(data17)){
const err58 = {instancePath:instancePath+"/capacity/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema41.properties.memory_bytes,data:data17};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data17 < 4194304 || isNaN(data17)){
const err59 = {instancePath:instancePath+"/capacity/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 4194304},message:"must be >= 4194304",schema:4194304,parentSchema:schema41.properties.memory_bytes,data:data17};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/capacity",schemaPath:"common.json#/$defs/resources/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.type,parentSchema:schema41,data:data15};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.drivers !== undefined){
let data18 = data.drivers;
if(Array.isArray(data18)){
if(data18.length > 2){
const err61 = {instancePath:instancePath+"/drivers",schemaPath:"#/properties/drivers/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items",schema:2,parentSchema:schema102.properties.drivers,data:data18};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
const len1 = data18.length;
for(let i2=0; i2<len1; i2++){
let data19 = data18[i2];
if(typeof data19 !== "string"){
const err62 = {instancePath:instancePath+"/drivers/" + i2,schemaPath:"#/properties/drivers/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema102.properties.drivers.items.type,parentSchema:schema102.properties.drivers.items,data:data19};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(!((data19 === "docker") || (data19 === "process"))){
const err63 = {instancePath:instancePath+"/drivers/" + i2,schemaPath:"#/properties/drivers/items/enum",keyword:"enum",params:{allowedValues: schema102.properties.drivers.items.enum},message:"must be equal to one of the allowed values",schema:schema102.properties.drivers.items.enum,parentSchema:schema102.properties.drivers.items,data:data19};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
let i3 = data18.length;
let j1;
if(i3 > 1){
const indices0 = {};
for(;i3--;){
let item0 = data18[i3];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j1 = indices0[item0];
const err64 = {instancePath:instancePath+"/drivers",schemaPath:"#/properties/drivers/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)",schema:true,parentSchema:schema102.properties.drivers,data:data18};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
break;
}
indices0[item0] = i3;
}
}
}
else {
const err65 = {instancePath:instancePath+"/drivers",schemaPath:"#/properties/drivers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema102.properties.drivers.type,parentSchema:schema102.properties.drivers,data:data18};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data.ingress_revision !== undefined){
let data20 = data.ingress_revision;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err66 = {instancePath:instancePath+"/ingress_revision",schemaPath:"#/properties/ingress_revision/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema102.properties.ingress_revision.type,parentSchema:schema102.properties.ingress_revision,data:data20};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 9007199254740991 || isNaN(data20)){
const err67 = {instancePath:instancePath+"/ingress_revision",schemaPath:"#/properties/ingress_revision/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema102.properties.ingress_revision,data:data20};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err68 = {instancePath:instancePath+"/ingress_revision",schemaPath:"#/properties/ingress_revision/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema102.properties.ingress_revision,data:data20};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
if(data.conditions !== undefined){
let data21 = data.conditions;
if(Array.isArray(data21)){
if(data21.length > 64){
const err69 = {instancePath:instancePath+"/conditions",schemaPath:"#/properties/conditions/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema102.properties.conditions,data:data21};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
const len2 = data21.length;
for(let i4=0; i4<len2; i4++){
if(!(validate37(data21[i4], {instancePath:instancePath+"/conditions/" + i4,parentData:data21,parentDataProperty:i4,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
}
}
else {
const err70 = {instancePath:instancePath+"/conditions",schemaPath:"#/properties/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema102.properties.conditions.type,parentSchema:schema102.properties.conditions,data:data21};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema102.type,parentSchema:schema102,data};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const revoked_certificate: ValidateFunction = validate39 as never;
const schema114 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"revoked-certificate.json","title":"RevokedCertificate","description":"A revoked certificate: key `mtls/revoked/{fingerprint}`.","type":"object","required":["fingerprint_sha256","subject","reason","revoked_at","until"],"additionalProperties":false,"properties":{"fingerprint_sha256":{"$ref":"common.json#/$defs/sha256"},"subject":{"type":"string","description":"SPIFFE id.","maxLength":512,"pattern":"^spiffe://"},"reason":{"type":"string","description":"Why.","maxLength":512},"revoked_at":{"$ref":"common.json#/$defs/timestamp","description":"When."},"until":{"$ref":"common.json#/$defs/timestamp","description":"Expiry of the certificate: the record is pruned then."}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="revoked-certificate.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.fingerprint_sha256 === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fingerprint_sha256"},message:"must have required property '"+"fingerprint_sha256"+"'",schema:schema114.required,parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.subject === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'",schema:schema114.required,parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.reason === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",schema:schema114.required,parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.revoked_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "revoked_at"},message:"must have required property '"+"revoked_at"+"'",schema:schema114.required,parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.until === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "until"},message:"must have required property '"+"until"+"'",schema:schema114.required,parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "fingerprint_sha256") || (key0 === "subject")) || (key0 === "reason")) || (key0 === "revoked_at")) || (key0 === "until"))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.fingerprint_sha256 !== undefined){
let data0 = data.fingerprint_sha256;
if(typeof data0 === "string"){
if(!pattern21.test(data0)){
const err6 = {instancePath:instancePath+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\"",schema:"^[0-9a-f]{64}$",parentSchema:schema55,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/fingerprint_sha256",schemaPath:"common.json#/$defs/sha256/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema55.type,parentSchema:schema55,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.subject !== undefined){
let data1 = data.subject;
if(typeof data1 === "string"){
if(func2(data1) > 512){
const err8 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema114.properties.subject,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern24.test(data1)){
const err9 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/pattern",keyword:"pattern",params:{pattern: "^spiffe://"},message:"must match pattern \""+"^spiffe://"+"\"",schema:"^spiffe://",parentSchema:schema114.properties.subject,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema114.properties.subject.type,parentSchema:schema114.properties.subject,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.reason !== undefined){
let data2 = data.reason;
if(typeof data2 === "string"){
if(func2(data2) > 512){
const err11 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema114.properties.reason,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema114.properties.reason.type,parentSchema:schema114.properties.reason,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.revoked_at !== undefined){
let data3 = data.revoked_at;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err13 = {instancePath:instancePath+"/revoked_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern8.test(data3)){
const err14 = {instancePath:instancePath+"/revoked_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(formats0(data3))){
const err15 = {instancePath:instancePath+"/revoked_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/revoked_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.until !== undefined){
let data4 = data.until;
if(typeof data4 === "string"){
if(func2(data4) > 40){
const err17 = {instancePath:instancePath+"/until",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern8.test(data4)){
const err18 = {instancePath:instancePath+"/until",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(formats0(data4))){
const err19 = {instancePath:instancePath+"/until",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/until",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema114.type,parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const service_instance: ValidateFunction = validate40 as never;
const schema118 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"service-instance.json","title":"ServiceInstance","description":"One instance: key `instances/{service}/{instance_id}`. Created by controller or operator; the agent updates what it observes; the controller deletes.","type":"object","required":["instance_id","service","node_id","ip","port","state"],"additionalProperties":false,"properties":{"instance_id":{"$ref":"common.json#/$defs/dns_label"},"service":{"$ref":"common.json#/$defs/dns_label"},"node_id":{"$ref":"common.json#/$defs/node_id"},"ip":{"$ref":"common.json#/$defs/ip","description":"The node's ip."},"port":{"$ref":"common.json#/$defs/port","description":"On the node's app_addr; on ip where mesh_mode is none."},"mesh_port":{"$ref":"common.json#/$defs/port","description":"The sidecar listens here on ip."},"state":{"type":"string","description":"Observed by the agent.","enum":["starting","ready","unhealthy","draining","gone"]},"version":{"type":"string","description":"Version of the app, from the service's metadata.","maxLength":128},"registered_at":{"$ref":"common.json#/$defs/timestamp","description":"When it was created."},"last_heartbeat":{"$ref":"common.json#/$defs/timestamp","description":"By the agent's clock."},"slot":{"type":"integer","description":"Slot of the service.","minimum":0,"maximum":100000},"revision":{"$ref":"common.json#/$defs/revision_id"},"desired":{"type":"string","description":"The controller's wish.","enum":["running","draining","stopped"],"default":"running"},"pinned":{"type":"boolean","description":"Written by the operator for a managed service; counts towards its replicas and stays on its node."},"reason":{"type":"string","description":"Why it is in this state: code, then text.","maxLength":1024},"restarts":{"type":"integer","description":"Restarts by the agent.","minimum":0,"maximum":9007199254740991},"image_digest":{"type":"string","description":"Repository digest of the image that it runs, where it has one.","maxLength":512},"container_id":{"type":"string","description":"Id of the container or pid of the process.","maxLength":128},"local_ports":{"type":"object","description":"The other ports that its assignment holds on the node; so that they are known while the assignment can't be read.","additionalProperties":false,"properties":{"control":{"$ref":"common.json#/$defs/port","description":"The sidecar's outbound proxy."},"upstreams":{"type":"array","description":"Local ports for called services.","items":{"type":"object","description":"One called service.","additionalProperties":false,"properties":{"service":{"$ref":"common.json#/$defs/dns_label"},"bind":{"$ref":"common.json#/$defs/port"}},"required":["service","bind"]},"maxItems":256}}},"job":{"$ref":"common.json#/$defs/job_task","description":"The task that it runs."},"exit_code":{"type":"integer","description":"How its app ended last, where it did.","minimum":-255,"maximum":255},"ended_at":{"$ref":"common.json#/$defs/timestamp","description":"When its app ended last."}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.run_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "run_id"},message:"must have required property '"+"run_id"+"'",schema:schema52.required,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.index === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "index"},message:"must have required property '"+"index"+"'",schema:schema52.required,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.attempt === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "attempt"},message:"must have required property '"+"attempt"+"'",schema:schema52.required,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "run_id") || (key0 === "index")) || (key0 === "attempt"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.run_id !== undefined){
let data0 = data.run_id;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err4 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(data0)){
const err6 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/run_id",schemaPath:"common.json#/$defs/run_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema53.type,parentSchema:schema53,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.index !== undefined){
let data1 = data.index;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema52.properties.index.type,parentSchema:schema52.properties.index,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9999 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9999},message:"must be <= 9999",schema:9999,parentSchema:schema52.properties.index,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err10 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema52.properties.index,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.attempt !== undefined){
let data2 = data.attempt;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err11 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema52.properties.attempt.type,parentSchema:schema52.properties.attempt,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 10001 || isNaN(data2)){
const err12 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10001},message:"must be <= 10001",schema:10001,parentSchema:schema52.properties.attempt,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/attempt",schemaPath:"#/properties/attempt/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema52.properties.attempt,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema52.type,parentSchema:schema52,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="service-instance.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.instance_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "instance_id"},message:"must have required property '"+"instance_id"+"'",schema:schema118.required,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.service === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema118.required,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.node_id === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node_id"},message:"must have required property '"+"node_id"+"'",schema:schema118.required,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.ip === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ip"},message:"must have required property '"+"ip"+"'",schema:schema118.required,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.port === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "port"},message:"must have required property '"+"port"+"'",schema:schema118.required,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.state === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'",schema:schema118.required,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema118.properties, key0))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.instance_id !== undefined){
let data0 = data.instance_id;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err7 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data0) < 1){
const err8 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data0)){
const err9 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/instance_id",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.service !== undefined){
let data1 = data.service;
if(typeof data1 === "string"){
if(func2(data1) > 63){
const err11 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func2(data1) < 1){
const err12 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern4.test(data1)){
const err13 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.node_id !== undefined){
let data2 = data.node_id;
if(typeof data2 === "string"){
if(func2(data2) > 63){
const err15 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func2(data2) < 1){
const err16 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern6.test(data2)){
const err17 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/node_id",schemaPath:"common.json#/$defs/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.type,parentSchema:schema35,data:data2};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.ip !== undefined){
let data3 = data.ip;
if(typeof data3 === "string"){
if(func2(data3) > 45){
const err19 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/maxLength",keyword:"maxLength",params:{limit: 45},message:"must NOT have more than 45 characters",schema:45,parentSchema:schema43,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern16.test(data3)){
const err20 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/pattern",keyword:"pattern",params:{pattern: "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"},message:"must match pattern \""+"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$"+"\"",schema:"^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}|[0-9a-fA-F]*:[0-9a-fA-F:]*(:[0-9.]+)?)$",parentSchema:schema43,data:data3};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!(formats4(data3))){
const err21 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/format",keyword:"format",params:{format: "ip"},message:"must match format \""+"ip"+"\"",schema:"ip",parentSchema:schema43,data:data3};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/ip",schemaPath:"common.json#/$defs/ip/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data3};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.port !== undefined){
let data4 = data.port;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err23 = {instancePath:instancePath+"/port",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data4};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 65535 || isNaN(data4)){
const err24 = {instancePath:instancePath+"/port",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data4};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err25 = {instancePath:instancePath+"/port",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data4};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
if(data.mesh_port !== undefined){
let data5 = data.mesh_port;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err26 = {instancePath:instancePath+"/mesh_port",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data5};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 65535 || isNaN(data5)){
const err27 = {instancePath:instancePath+"/mesh_port",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data5};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err28 = {instancePath:instancePath+"/mesh_port",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data5};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
if(data.state !== undefined){
let data6 = data.state;
if(typeof data6 !== "string"){
const err29 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema118.properties.state.type,parentSchema:schema118.properties.state,data:data6};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!(((((data6 === "starting") || (data6 === "ready")) || (data6 === "unhealthy")) || (data6 === "draining")) || (data6 === "gone"))){
const err30 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/enum",keyword:"enum",params:{allowedValues: schema118.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema118.properties.state.enum,parentSchema:schema118.properties.state,data:data6};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.version !== undefined){
let data7 = data.version;
if(typeof data7 === "string"){
if(func2(data7) > 128){
const err31 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema118.properties.version,data:data7};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema118.properties.version.type,parentSchema:schema118.properties.version,data:data7};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.registered_at !== undefined){
let data8 = data.registered_at;
if(typeof data8 === "string"){
if(func2(data8) > 40){
const err33 = {instancePath:instancePath+"/registered_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!pattern8.test(data8)){
const err34 = {instancePath:instancePath+"/registered_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(!(formats0(data8))){
const err35 = {instancePath:instancePath+"/registered_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/registered_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data8};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.last_heartbeat !== undefined){
let data9 = data.last_heartbeat;
if(typeof data9 === "string"){
if(func2(data9) > 40){
const err37 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(!pattern8.test(data9)){
const err38 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(!(formats0(data9))){
const err39 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/last_heartbeat",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data9};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.slot !== undefined){
let data10 = data.slot;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err41 = {instancePath:instancePath+"/slot",schemaPath:"#/properties/slot/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema118.properties.slot.type,parentSchema:schema118.properties.slot,data:data10};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 100000 || isNaN(data10)){
const err42 = {instancePath:instancePath+"/slot",schemaPath:"#/properties/slot/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema118.properties.slot,data:data10};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err43 = {instancePath:instancePath+"/slot",schemaPath:"#/properties/slot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema118.properties.slot,data:data10};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
if(data.revision !== undefined){
let data11 = data.revision;
if(typeof data11 === "string"){
if(!pattern7.test(data11)){
const err44 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\"",schema:"^[0-9a-f]{16}$",parentSchema:schema36,data:data11};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.type,parentSchema:schema36,data:data11};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.desired !== undefined){
let data12 = data.desired;
if(typeof data12 !== "string"){
const err46 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema118.properties.desired.type,parentSchema:schema118.properties.desired,data:data12};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(!(((data12 === "running") || (data12 === "draining")) || (data12 === "stopped"))){
const err47 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/enum",keyword:"enum",params:{allowedValues: schema118.properties.desired.enum},message:"must be equal to one of the allowed values",schema:schema118.properties.desired.enum,parentSchema:schema118.properties.desired,data:data12};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.pinned !== undefined){
let data13 = data.pinned;
if(typeof data13 !== "boolean"){
const err48 = {instancePath:instancePath+"/pinned",schemaPath:"#/properties/pinned/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema118.properties.pinned.type,parentSchema:schema118.properties.pinned,data:data13};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.reason !== undefined){
let data14 = data.reason;
if(typeof data14 === "string"){
if(func2(data14) > 1024){
const err49 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema118.properties.reason,data:data14};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema118.properties.reason.type,parentSchema:schema118.properties.reason,data:data14};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.restarts !== undefined){
let data15 = data.restarts;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err51 = {instancePath:instancePath+"/restarts",schemaPath:"#/properties/restarts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema118.properties.restarts.type,parentSchema:schema118.properties.restarts,data:data15};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9007199254740991 || isNaN(data15)){
const err52 = {instancePath:instancePath+"/restarts",schemaPath:"#/properties/restarts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema118.properties.restarts,data:data15};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data15 < 0 || isNaN(data15)){
const err53 = {instancePath:instancePath+"/restarts",schemaPath:"#/properties/restarts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema118.properties.restarts,data:data15};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
if(data.image_digest !== undefined){
let data16 = data.image_digest;
if(typeof data16 === "string"){
if(func2(data16) > 512){
const err54 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema118.properties.image_digest,data:data16};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema118.properties.image_digest.type,parentSchema:schema118.properties.image_digest,data:data16};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.container_id !== undefined){
let data17 = data.container_id;
if(typeof data17 === "string"){
if(func2(data17) > 128){
const err56 = {instancePath:instancePath+"/container_id",schemaPath:"#/properties/container_id/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema118.properties.container_id,data:data17};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/container_id",schemaPath:"#/properties/container_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema118.properties.container_id.type,parentSchema:schema118.properties.container_id,data:data17};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.local_ports !== undefined){
let data18 = data.local_ports;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key1 in data18){
if(!((key1 === "control") || (key1 === "upstreams"))){
const err58 = {instancePath:instancePath+"/local_ports",schemaPath:"#/properties/local_ports/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema118.properties.local_ports,data:data18};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data18.control !== undefined){
let data19 = data18.control;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err59 = {instancePath:instancePath+"/local_ports/control",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 65535 || isNaN(data19)){
const err60 = {instancePath:instancePath+"/local_ports/control",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data19 < 1 || isNaN(data19)){
const err61 = {instancePath:instancePath+"/local_ports/control",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
if(data18.upstreams !== undefined){
let data20 = data18.upstreams;
if(Array.isArray(data20)){
if(data20.length > 256){
const err62 = {instancePath:instancePath+"/local_ports/upstreams",schemaPath:"#/properties/local_ports/properties/upstreams/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items",schema:256,parentSchema:schema118.properties.local_ports.properties.upstreams,data:data20};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
const len0 = data20.length;
for(let i0=0; i0<len0; i0++){
let data21 = data20[i0];
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.service === undefined){
const err63 = {instancePath:instancePath+"/local_ports/upstreams/" + i0,schemaPath:"#/properties/local_ports/properties/upstreams/items/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema118.properties.local_ports.properties.upstreams.items.required,parentSchema:schema118.properties.local_ports.properties.upstreams.items,data:data21};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(data21.bind === undefined){
const err64 = {instancePath:instancePath+"/local_ports/upstreams/" + i0,schemaPath:"#/properties/local_ports/properties/upstreams/items/required",keyword:"required",params:{missingProperty: "bind"},message:"must have required property '"+"bind"+"'",schema:schema118.properties.local_ports.properties.upstreams.items.required,parentSchema:schema118.properties.local_ports.properties.upstreams.items,data:data21};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
for(const key2 in data21){
if(!((key2 === "service") || (key2 === "bind"))){
const err65 = {instancePath:instancePath+"/local_ports/upstreams/" + i0,schemaPath:"#/properties/local_ports/properties/upstreams/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema118.properties.local_ports.properties.upstreams.items,data:data21};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data21.service !== undefined){
let data22 = data21.service;
if(typeof data22 === "string"){
if(func2(data22) > 63){
const err66 = {instancePath:instancePath+"/local_ports/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data22};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(func2(data22) < 1){
const err67 = {instancePath:instancePath+"/local_ports/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data22};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(!pattern4.test(data22)){
const err68 = {instancePath:instancePath+"/local_ports/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data22};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
else {
const err69 = {instancePath:instancePath+"/local_ports/upstreams/" + i0+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data22};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data21.bind !== undefined){
let data23 = data21.bind;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err70 = {instancePath:instancePath+"/local_ports/upstreams/" + i0+"/bind",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data23};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 65535 || isNaN(data23)){
const err71 = {instancePath:instancePath+"/local_ports/upstreams/" + i0+"/bind",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data23};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(data23 < 1 || isNaN(data23)){
const err72 = {instancePath:instancePath+"/local_ports/upstreams/" + i0+"/bind",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data23};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
}
else {
const err73 = {instancePath:instancePath+"/local_ports/upstreams/" + i0,schemaPath:"#/properties/local_ports/properties/upstreams/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema118.properties.local_ports.properties.upstreams.items.type,parentSchema:schema118.properties.local_ports.properties.upstreams.items,data:data21};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath:instancePath+"/local_ports/upstreams",schemaPath:"#/properties/local_ports/properties/upstreams/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema118.properties.local_ports.properties.upstreams.type,parentSchema:schema118.properties.local_ports.properties.upstreams,data:data20};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
else {
const err75 = {instancePath:instancePath+"/local_ports",schemaPath:"#/properties/local_ports/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema118.properties.local_ports.type,parentSchema:schema118.properties.local_ports,data:data18};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data.job !== undefined){
if(!(validate41(data.job, {instancePath:instancePath+"/job",parentData:data,parentDataProperty:"job",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
errors = vErrors.length;
}
}
if(data.exit_code !== undefined){
let data25 = data.exit_code;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
const err76 = {instancePath:instancePath+"/exit_code",schemaPath:"#/properties/exit_code/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema118.properties.exit_code.type,parentSchema:schema118.properties.exit_code,data:data25};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 255 || isNaN(data25)){
const err77 = {instancePath:instancePath+"/exit_code",schemaPath:"#/properties/exit_code/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema118.properties.exit_code,data:data25};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(data25 < -255 || isNaN(data25)){
const err78 = {instancePath:instancePath+"/exit_code",schemaPath:"#/properties/exit_code/minimum",keyword:"minimum",params:{comparison: ">=", limit: -255},message:"must be >= -255",schema:-255,parentSchema:schema118.properties.exit_code,data:data25};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
if(data.ended_at !== undefined){
let data26 = data.ended_at;
if(typeof data26 === "string"){
if(func2(data26) > 40){
const err79 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data26};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(!pattern8.test(data26)){
const err80 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data26};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(!(formats0(data26))){
const err81 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data26};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/ended_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data26};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema118.type,parentSchema:schema118,data};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const service_revision: ValidateFunction = validate43 as never;
const schema134 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"service-revision.json","title":"ServiceRevision","description":"The run spec of a revision: key `revisions/{service}/{revision}`.","type":"object","required":["service","revision","spec","created_at"],"additionalProperties":false,"properties":{"service":{"$ref":"common.json#/$defs/dns_label"},"revision":{"$ref":"common.json#/$defs/revision_id"},"created_at":{"$ref":"common.json#/$defs/timestamp","description":"First seen."},"image_digest":{"type":"string","description":"Repository digest that all instances of the revision run.","maxLength":512},"failed":{"type":"boolean","description":"It was not ready by its deadline."},"spec":{"type":"object","description":"What the revision is a digest of.","additionalProperties":false,"properties":{"run":{"$ref":"common.json#/$defs/run"},"ports":{"type":"object","description":"Ports of the app itself: in a container the container's. A process is told by PORT, allocated unless run.host_port fixes it, and HOST where to listen.","additionalProperties":false,"properties":{"http":{"$ref":"common.json#/$defs/port"},"grpc":{"$ref":"common.json#/$defs/port"},"tcp":{"$ref":"common.json#/$defs/port"}}},"protocol":{"type":"string","description":"Protocol of the service.","enum":["http","grpc","tcp"]},"resources":{"$ref":"common.json#/$defs/resources"},"restart":{"type":"integer","description":"The service's restart counter when the revision was made.","minimum":0,"maximum":9007199254740991}},"required":["run","ports","protocol"]},"number":{"type":"integer","description":"Order in which the revisions were asked for; one that is asked for again gets a new one.","minimum":1,"maximum":9007199254740991}}};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema39.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.driver !== undefined){
let data0 = data.driver;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/driver",schemaPath:"#/properties/driver/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.driver.type,parentSchema:schema39.properties.driver,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((data0 === "docker") || (data0 === "process"))){
const err2 = {instancePath:instancePath+"/driver",schemaPath:"#/properties/driver/enum",keyword:"enum",params:{allowedValues: schema39.properties.driver.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.driver.enum,parentSchema:schema39.properties.driver,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.image !== undefined){
let data1 = data.image;
if(typeof data1 === "string"){
if(func2(data1) > 512){
const err3 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data1) < 1){
const err4 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.image.type,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.command !== undefined){
let data2 = data.command;
if(Array.isArray(data2)){
if(data2.length > 64){
const err6 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.length < 1){
const err7 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) > 4096){
const err8 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/properties/command/items/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema39.properties.command.items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.command.items.type,parentSchema:schema39.properties.command.items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.command.type,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.args !== undefined){
let data4 = data.args;
if(Array.isArray(data4)){
if(data4.length > 256){
const err11 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items",schema:256,parentSchema:schema39.properties.args,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(typeof data5 === "string"){
if(func2(data5) > 4096){
const err12 = {instancePath:instancePath+"/args/" + i1,schemaPath:"#/properties/args/items/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema39.properties.args.items,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/args/" + i1,schemaPath:"#/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.args.items.type,parentSchema:schema39.properties.args.items,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.args.type,parentSchema:schema39.properties.args,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.env !== undefined){
let data6 = data.env;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 256){
const err15 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/maxProperties",keyword:"maxProperties",params:{limit: 256},message:"must NOT have more than 256 properties",schema:256,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key1 in data6){
const _errs16 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 128){
const err16 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema39.properties.env.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern10.test(key1)){
const err17 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_]*$"+"\"",schema:"^[A-Za-z_][A-Za-z0-9_]*$",parentSchema:schema39.properties.env.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var valid5 = _errs16 === errors;
if(!valid5){
const err18 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid",schema:schema39.properties.env.propertyNames,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
for(const key2 in data6){
let data7 = data6[key2];
if(typeof data7 === "string"){
if(func2(data7) > 32768){
const err19 = {instancePath:instancePath+"/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 32768},message:"must NOT have more than 32768 characters",schema:32768,parentSchema:schema39.properties.env.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.env.additionalProperties.type,parentSchema:schema39.properties.env.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.env.type,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.env_file !== undefined){
let data8 = data.env_file;
if(typeof data8 === "string"){
if(func2(data8) > 1024){
const err22 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern11.test(data8)){
const err23 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.env_file.type,parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.secret_files !== undefined){
let data9 = data.secret_files;
if(Array.isArray(data9)){
if(data9.length > 32){
const err25 = {instancePath:instancePath+"/secret_files",schemaPath:"#/properties/secret_files/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema39.properties.secret_files,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len2 = data9.length;
for(let i2=0; i2<len2; i2++){
let data10 = data9[i2];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.source === undefined){
const err26 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'",schema:schema39.properties.secret_files.items.required,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data10.target === undefined){
const err27 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'",schema:schema39.properties.secret_files.items.required,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key3 in data10){
if(!((key3 === "source") || (key3 === "target"))){
const err28 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data10.source !== undefined){
let data11 = data10.source;
if(typeof data11 === "string"){
if(func2(data11) > 1024){
const err29 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!pattern11.test(data11)){
const err30 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.secret_files.items.properties.source.type,parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data10.target !== undefined){
let data12 = data10.target;
if(typeof data12 === "string"){
if(func2(data12) > 1024){
const err32 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern11.test(data12)){
const err33 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.secret_files.items.properties.target.type,parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.secret_files.items.type,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/secret_files",schemaPath:"#/properties/secret_files/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.secret_files.type,parentSchema:schema39.properties.secret_files,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.user !== undefined){
let data13 = data.user;
if(typeof data13 === "string"){
if(func2(data13) > 64){
const err37 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(func2(data13) < 1){
const err38 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.user.type,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.volumes !== undefined){
let data14 = data.volumes;
if(Array.isArray(data14)){
if(data14.length > 32){
const err40 = {instancePath:instancePath+"/volumes",schemaPath:"#/properties/volumes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema39.properties.volumes,data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
const len3 = data14.length;
for(let i3=0; i3<len3; i3++){
let data15 = data14[i3];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.source === undefined){
const err41 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'",schema:schema39.properties.volumes.items.required,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data15.target === undefined){
const err42 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'",schema:schema39.properties.volumes.items.required,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
for(const key4 in data15){
if(!(((key4 === "source") || (key4 === "target")) || (key4 === "read_only"))){
const err43 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data15.source !== undefined){
let data16 = data15.source;
if(typeof data16 === "string"){
if(func2(data16) > 1024){
const err44 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(func2(data16) < 1){
const err45 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.volumes.items.properties.source.type,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data15.target !== undefined){
let data17 = data15.target;
if(typeof data17 === "string"){
if(func2(data17) > 1024){
const err47 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(!pattern11.test(data17)){
const err48 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.volumes.items.properties.target.type,parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data15.read_only !== undefined){
let data18 = data15.read_only;
if(typeof data18 !== "boolean"){
const err50 = {instancePath:instancePath+"/volumes/" + i3+"/read_only",schemaPath:"#/properties/volumes/items/properties/read_only/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.volumes.items.properties.read_only.type,parentSchema:schema39.properties.volumes.items.properties.read_only,data:data18};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.volumes.items.type,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath:instancePath+"/volumes",schemaPath:"#/properties/volumes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.volumes.type,parentSchema:schema39.properties.volumes,data:data14};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.host_port !== undefined){
let data19 = data.host_port;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err53 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 65535 || isNaN(data19)){
const err54 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data19 < 1 || isNaN(data19)){
const err55 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
if(data.stop_signal !== undefined){
let data20 = data.stop_signal;
if(typeof data20 !== "string"){
const err56 = {instancePath:instancePath+"/stop_signal",schemaPath:"#/properties/stop_signal/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.stop_signal.type,parentSchema:schema39.properties.stop_signal,data:data20};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(!((((((data20 === "SIGTERM") || (data20 === "SIGINT")) || (data20 === "SIGQUIT")) || (data20 === "SIGHUP")) || (data20 === "SIGUSR1")) || (data20 === "SIGUSR2"))){
const err57 = {instancePath:instancePath+"/stop_signal",schemaPath:"#/properties/stop_signal/enum",keyword:"enum",params:{allowedValues: schema39.properties.stop_signal.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.stop_signal.enum,parentSchema:schema39.properties.stop_signal,data:data20};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.stop_timeout_s !== undefined){
let data21 = data.stop_timeout_s;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err58 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema39.properties.stop_timeout_s.type,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 3600 || isNaN(data21)){
const err59 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err60 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
if(data.sandbox !== undefined){
let data22 = data.sandbox;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key5 in data22){
if(!((((key5 === "cap_add") || (key5 === "no_new_privileges")) || (key5 === "pids_limit")) || (key5 === "read_only_root"))){
const err61 = {instancePath:instancePath+"/sandbox",schemaPath:"#/properties/sandbox/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.sandbox,data:data22};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data22.cap_add !== undefined){
let data23 = data22.cap_add;
if(Array.isArray(data23)){
if(data23.length > 41){
const err62 = {instancePath:instancePath+"/sandbox/cap_add",schemaPath:"#/properties/sandbox/properties/cap_add/maxItems",keyword:"maxItems",params:{limit: 41},message:"must NOT have more than 41 items",schema:41,parentSchema:schema39.properties.sandbox.properties.cap_add,data:data23};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
const len4 = data23.length;
for(let i4=0; i4<len4; i4++){
let data24 = data23[i4];
if(typeof data24 === "string"){
if(func2(data24) > 64){
const err63 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern15.test(data24)){
const err64 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z_]+$"},message:"must match pattern \""+"^[A-Z_]+$"+"\"",schema:"^[A-Z_]+$",parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.sandbox.properties.cap_add.items.type,parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/sandbox/cap_add",schemaPath:"#/properties/sandbox/properties/cap_add/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.sandbox.properties.cap_add.type,parentSchema:schema39.properties.sandbox.properties.cap_add,data:data23};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data22.no_new_privileges !== undefined){
let data25 = data22.no_new_privileges;
if(typeof data25 !== "boolean"){
const err67 = {instancePath:instancePath+"/sandbox/no_new_privileges",schemaPath:"#/properties/sandbox/properties/no_new_privileges/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.sandbox.properties.no_new_privileges.type,parentSchema:schema39.properties.sandbox.properties.no_new_privileges,data:data25};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data22.pids_limit !== undefined){
let data26 = data22.pids_limit;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err68 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema39.properties.sandbox.properties.pids_limit.type,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 4194304 || isNaN(data26)){
const err69 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4194304},message:"must be <= 4194304",schema:4194304,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data26 < 1 || isNaN(data26)){
const err70 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
if(data22.read_only_root !== undefined){
let data27 = data22.read_only_root;
if(typeof data27 !== "boolean"){
const err71 = {instancePath:instancePath+"/sandbox/read_only_root",schemaPath:"#/properties/sandbox/properties/read_only_root/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.sandbox.properties.read_only_root.type,parentSchema:schema39.properties.sandbox.properties.read_only_root,data:data27};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/sandbox",schemaPath:"#/properties/sandbox/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.sandbox.type,parentSchema:schema39.properties.sandbox,data:data22};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.type,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="service-revision.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate43.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.service === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema134.required,parentSchema:schema134,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.revision === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "revision"},message:"must have required property '"+"revision"+"'",schema:schema134.required,parentSchema:schema134,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.spec === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "spec"},message:"must have required property '"+"spec"+"'",schema:schema134.required,parentSchema:schema134,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.created_at === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "created_at"},message:"must have required property '"+"created_at"+"'",schema:schema134.required,parentSchema:schema134,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "service") || (key0 === "revision")) || (key0 === "created_at")) || (key0 === "image_digest")) || (key0 === "failed")) || (key0 === "spec")) || (key0 === "number"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema134,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.service !== undefined){
let data0 = data.service;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err5 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func2(data0) < 1){
const err6 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data0)){
const err7 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/service",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.revision !== undefined){
let data1 = data.revision;
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
const err9 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\"",schema:"^[0-9a-f]{16}$",parentSchema:schema36,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.type,parentSchema:schema36,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.created_at !== undefined){
let data2 = data.created_at;
if(typeof data2 === "string"){
if(func2(data2) > 40){
const err11 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern8.test(data2)){
const err12 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(formats0(data2))){
const err13 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/created_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.image_digest !== undefined){
let data3 = data.image_digest;
if(typeof data3 === "string"){
if(func2(data3) > 512){
const err15 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema134.properties.image_digest,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema134.properties.image_digest.type,parentSchema:schema134.properties.image_digest,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.failed !== undefined){
let data4 = data.failed;
if(typeof data4 !== "boolean"){
const err17 = {instancePath:instancePath+"/failed",schemaPath:"#/properties/failed/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema134.properties.failed.type,parentSchema:schema134.properties.failed,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.spec !== undefined){
let data5 = data.spec;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.run === undefined){
const err18 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/required",keyword:"required",params:{missingProperty: "run"},message:"must have required property '"+"run"+"'",schema:schema134.properties.spec.required,parentSchema:schema134.properties.spec,data:data5};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data5.ports === undefined){
const err19 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/required",keyword:"required",params:{missingProperty: "ports"},message:"must have required property '"+"ports"+"'",schema:schema134.properties.spec.required,parentSchema:schema134.properties.spec,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data5.protocol === undefined){
const err20 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/required",keyword:"required",params:{missingProperty: "protocol"},message:"must have required property '"+"protocol"+"'",schema:schema134.properties.spec.required,parentSchema:schema134.properties.spec,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
for(const key1 in data5){
if(!(((((key1 === "run") || (key1 === "ports")) || (key1 === "protocol")) || (key1 === "resources")) || (key1 === "restart"))){
const err21 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema134.properties.spec,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data5.run !== undefined){
if(!(validate44(data5.run, {instancePath:instancePath+"/spec/run",parentData:data5,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
errors = vErrors.length;
}
}
if(data5.ports !== undefined){
let data7 = data5.ports;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key2 in data7){
if(!(((key2 === "http") || (key2 === "grpc")) || (key2 === "tcp"))){
const err22 = {instancePath:instancePath+"/spec/ports",schemaPath:"#/properties/spec/properties/ports/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema134.properties.spec.properties.ports,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.http !== undefined){
let data8 = data7.http;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err23 = {instancePath:instancePath+"/spec/ports/http",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 65535 || isNaN(data8)){
const err24 = {instancePath:instancePath+"/spec/ports/http",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err25 = {instancePath:instancePath+"/spec/ports/http",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data8};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
if(data7.grpc !== undefined){
let data9 = data7.grpc;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err26 = {instancePath:instancePath+"/spec/ports/grpc",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data9};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 65535 || isNaN(data9)){
const err27 = {instancePath:instancePath+"/spec/ports/grpc",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data9};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err28 = {instancePath:instancePath+"/spec/ports/grpc",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data9};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
if(data7.tcp !== undefined){
let data10 = data7.tcp;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err29 = {instancePath:instancePath+"/spec/ports/tcp",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data10};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 65535 || isNaN(data10)){
const err30 = {instancePath:instancePath+"/spec/ports/tcp",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data10};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err31 = {instancePath:instancePath+"/spec/ports/tcp",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data10};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
}
else {
const err32 = {instancePath:instancePath+"/spec/ports",schemaPath:"#/properties/spec/properties/ports/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema134.properties.spec.properties.ports.type,parentSchema:schema134.properties.spec.properties.ports,data:data7};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data5.protocol !== undefined){
let data11 = data5.protocol;
if(typeof data11 !== "string"){
const err33 = {instancePath:instancePath+"/spec/protocol",schemaPath:"#/properties/spec/properties/protocol/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema134.properties.spec.properties.protocol.type,parentSchema:schema134.properties.spec.properties.protocol,data:data11};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!(((data11 === "http") || (data11 === "grpc")) || (data11 === "tcp"))){
const err34 = {instancePath:instancePath+"/spec/protocol",schemaPath:"#/properties/spec/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema134.properties.spec.properties.protocol.enum},message:"must be equal to one of the allowed values",schema:schema134.properties.spec.properties.protocol.enum,parentSchema:schema134.properties.spec.properties.protocol,data:data11};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data5.resources !== undefined){
let data12 = data5.resources;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key3 in data12){
if(!((key3 === "cpu_millicores") || (key3 === "memory_bytes"))){
const err35 = {instancePath:instancePath+"/spec/resources",schemaPath:"common.json#/$defs/resources/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema41,data:data12};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data12.cpu_millicores !== undefined){
let data13 = data12.cpu_millicores;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err36 = {instancePath:instancePath+"/spec/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.cpu_millicores.type,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 1024000 || isNaN(data13)){
const err37 = {instancePath:instancePath+"/spec/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1024000},message:"must be <= 1024000",schema:1024000,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err38 = {instancePath:instancePath+"/spec/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
if(data12.memory_bytes !== undefined){
let data14 = data12.memory_bytes;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err39 = {instancePath:instancePath+"/spec/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.memory_bytes.type,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 9007199254740991 || isNaN(data14)){
const err40 = {instancePath:instancePath+"/spec/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data14 < 4194304 || isNaN(data14)){
const err41 = {instancePath:instancePath+"/spec/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 4194304},message:"must be >= 4194304",schema:4194304,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
}
else {
const err42 = {instancePath:instancePath+"/spec/resources",schemaPath:"common.json#/$defs/resources/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.type,parentSchema:schema41,data:data12};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data5.restart !== undefined){
let data15 = data5.restart;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
const err43 = {instancePath:instancePath+"/spec/restart",schemaPath:"#/properties/spec/properties/restart/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema134.properties.spec.properties.restart.type,parentSchema:schema134.properties.spec.properties.restart,data:data15};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9007199254740991 || isNaN(data15)){
const err44 = {instancePath:instancePath+"/spec/restart",schemaPath:"#/properties/spec/properties/restart/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema134.properties.spec.properties.restart,data:data15};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data15 < 0 || isNaN(data15)){
const err45 = {instancePath:instancePath+"/spec/restart",schemaPath:"#/properties/spec/properties/restart/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema134.properties.spec.properties.restart,data:data15};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
}
else {
const err46 = {instancePath:instancePath+"/spec",schemaPath:"#/properties/spec/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema134.properties.spec.type,parentSchema:schema134.properties.spec,data:data5};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.number !== undefined){
let data16 = data.number;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err47 = {instancePath:instancePath+"/number",schemaPath:"#/properties/number/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema134.properties.number.type,parentSchema:schema134.properties.number,data:data16};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 9007199254740991 || isNaN(data16)){
const err48 = {instancePath:instancePath+"/number",schemaPath:"#/properties/number/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema134.properties.number,data:data16};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data16 < 1 || isNaN(data16)){
const err49 = {instancePath:instancePath+"/number",schemaPath:"#/properties/number/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema134.properties.number,data:data16};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
}
else {
const err50 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema134.type,parentSchema:schema134,data};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
validate43.errors = vErrors;
return errors === 0;
}
validate43.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const service_status: ValidateFunction = validate46 as never;
const schema144 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"service-status.json","title":"ServiceStatus","description":"What the controller makes of a service: key `status/services/{service}`.","type":"object","required":["observed_mod_revision","desired","ready","updated","blocked","conditions"],"additionalProperties":false,"properties":{"observed_mod_revision":{"$ref":"common.json#/$defs/mod_revision","description":"mod_revision of the Service this status is about."},"revision":{"$ref":"common.json#/$defs/revision_id","description":"The revision wanted now."},"desired":{"type":"integer","description":"Instances wanted.","minimum":0,"maximum":100000},"ready":{"type":"integer","description":"Instances ready with desired running.","minimum":0,"maximum":100000},"updated":{"type":"integer","description":"Instances of the wanted revision that are ready.","minimum":0,"maximum":100000},"blocked":{"type":"array","description":"What waits, and why.","items":{"type":"object","description":"Something that waits.","additionalProperties":false,"properties":{"slot":{"type":"integer","description":"Slot.","minimum":0,"maximum":100000},"reason":{"type":"string","description":"Code in snake_case.","maxLength":63},"message":{"type":"string","description":"For the operator.","maxLength":2048},"since":{"$ref":"common.json#/$defs/timestamp","description":"Since when."},"retry_at":{"$ref":"common.json#/$defs/timestamp","description":"When it is tried again."}},"required":["reason","message","since"]},"maxItems":200},"conditions":{"type":"array","description":"What is the case now.","items":{"$ref":"common.json#/$defs/condition"},"maxItems":64},"rollout":{"type":"object","description":"The last rollout.","additionalProperties":false,"properties":{"state":{"type":"string","description":"State of the rollout.","enum":["progressing","paused","complete","failed","rolled_back"]},"revision":{"$ref":"common.json#/$defs/revision_id"},"from_revision":{"$ref":"common.json#/$defs/revision_id"},"since":{"$ref":"common.json#/$defs/timestamp","description":"Start of the rollout."},"deadline":{"$ref":"common.json#/$defs/timestamp","description":"When it fails."},"message":{"type":"string","description":"For the operator.","maxLength":2048}},"required":["state","revision","since"]},"image_digest":{"type":"string","description":"Repository digest that all instances of the revision run.","maxLength":512},"next_run_at":{"$ref":"common.json#/$defs/timestamp","description":"When the next run of the job begins by itself."}}};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate47.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reason === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.message === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.since === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "since"},message:"must have required property '"+"since"+"'",schema:schema112.required,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "type") || (key0 === "reason")) || (key0 === "message")) || (key0 === "since")) || (key0 === "key")) || (key0 === "path"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema112.properties.type,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern32.test(data0)){
const err6 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"},message:"must match pattern \""+"^[a-z][a-z0-9_]*$"+"\"",schema:"^[a-z][a-z0-9_]*$",parentSchema:schema112.properties.type,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.type.type,parentSchema:schema112.properties.type,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.reason !== undefined){
let data1 = data.reason;
if(typeof data1 === "string"){
if(func2(data1) > 63){
const err8 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema112.properties.reason,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern32.test(data1)){
const err9 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]*$"},message:"must match pattern \""+"^[a-z][a-z0-9_]*$"+"\"",schema:"^[a-z][a-z0-9_]*$",parentSchema:schema112.properties.reason,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.reason.type,parentSchema:schema112.properties.reason,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.message !== undefined){
let data2 = data.message;
if(typeof data2 === "string"){
if(func2(data2) > 2048){
const err11 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema112.properties.message,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.message.type,parentSchema:schema112.properties.message,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.since !== undefined){
let data3 = data.since;
if(typeof data3 === "string"){
if(func2(data3) > 40){
const err13 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern8.test(data3)){
const err14 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(formats0(data3))){
const err15 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/since",schemaPath:"#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.key !== undefined){
let data4 = data.key;
if(typeof data4 === "string"){
if(func2(data4) > 1024){
const err17 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema112.properties.key,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.key.type,parentSchema:schema112.properties.key,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.path !== undefined){
let data5 = data.path;
if(typeof data5 === "string"){
if(func2(data5) > 512){
const err19 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema112.properties.path,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema112.properties.path.type,parentSchema:schema112.properties.path,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema112.type,parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="service-status.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.observed_mod_revision === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "observed_mod_revision"},message:"must have required property '"+"observed_mod_revision"+"'",schema:schema144.required,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.desired === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "desired"},message:"must have required property '"+"desired"+"'",schema:schema144.required,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.ready === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ready"},message:"must have required property '"+"ready"+"'",schema:schema144.required,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.updated === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updated"},message:"must have required property '"+"updated"+"'",schema:schema144.required,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.blocked === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "blocked"},message:"must have required property '"+"blocked"+"'",schema:schema144.required,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.conditions === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "conditions"},message:"must have required property '"+"conditions"+"'",schema:schema144.required,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema144.properties, key0))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.observed_mod_revision !== undefined){
let data0 = data.observed_mod_revision;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err7 = {instancePath:instancePath+"/observed_mod_revision",schemaPath:"common.json#/$defs/mod_revision/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema73.type,parentSchema:schema73,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
const err8 = {instancePath:instancePath+"/observed_mod_revision",schemaPath:"common.json#/$defs/mod_revision/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema73,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err9 = {instancePath:instancePath+"/observed_mod_revision",schemaPath:"common.json#/$defs/mod_revision/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema73,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.revision !== undefined){
let data1 = data.revision;
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
const err10 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\"",schema:"^[0-9a-f]{16}$",parentSchema:schema36,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/revision",schemaPath:"common.json#/$defs/revision_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.type,parentSchema:schema36,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.desired !== undefined){
let data2 = data.desired;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err12 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema144.properties.desired.type,parentSchema:schema144.properties.desired,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 100000 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema144.properties.desired,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err14 = {instancePath:instancePath+"/desired",schemaPath:"#/properties/desired/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema144.properties.desired,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.ready !== undefined){
let data3 = data.ready;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err15 = {instancePath:instancePath+"/ready",schemaPath:"#/properties/ready/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema144.properties.ready.type,parentSchema:schema144.properties.ready,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 100000 || isNaN(data3)){
const err16 = {instancePath:instancePath+"/ready",schemaPath:"#/properties/ready/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema144.properties.ready,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err17 = {instancePath:instancePath+"/ready",schemaPath:"#/properties/ready/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema144.properties.ready,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.updated !== undefined){
let data4 = data.updated;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err18 = {instancePath:instancePath+"/updated",schemaPath:"#/properties/updated/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema144.properties.updated.type,parentSchema:schema144.properties.updated,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 100000 || isNaN(data4)){
const err19 = {instancePath:instancePath+"/updated",schemaPath:"#/properties/updated/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema144.properties.updated,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err20 = {instancePath:instancePath+"/updated",schemaPath:"#/properties/updated/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema144.properties.updated,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.blocked !== undefined){
let data5 = data.blocked;
if(Array.isArray(data5)){
if(data5.length > 200){
const err21 = {instancePath:instancePath+"/blocked",schemaPath:"#/properties/blocked/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items",schema:200,parentSchema:schema144.properties.blocked,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.reason === undefined){
const err22 = {instancePath:instancePath+"/blocked/" + i0,schemaPath:"#/properties/blocked/items/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'",schema:schema144.properties.blocked.items.required,parentSchema:schema144.properties.blocked.items,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data6.message === undefined){
const err23 = {instancePath:instancePath+"/blocked/" + i0,schemaPath:"#/properties/blocked/items/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'",schema:schema144.properties.blocked.items.required,parentSchema:schema144.properties.blocked.items,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data6.since === undefined){
const err24 = {instancePath:instancePath+"/blocked/" + i0,schemaPath:"#/properties/blocked/items/required",keyword:"required",params:{missingProperty: "since"},message:"must have required property '"+"since"+"'",schema:schema144.properties.blocked.items.required,parentSchema:schema144.properties.blocked.items,data:data6};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key1 in data6){
if(!(((((key1 === "slot") || (key1 === "reason")) || (key1 === "message")) || (key1 === "since")) || (key1 === "retry_at"))){
const err25 = {instancePath:instancePath+"/blocked/" + i0,schemaPath:"#/properties/blocked/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema144.properties.blocked.items,data:data6};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data6.slot !== undefined){
let data7 = data6.slot;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err26 = {instancePath:instancePath+"/blocked/" + i0+"/slot",schemaPath:"#/properties/blocked/items/properties/slot/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema144.properties.blocked.items.properties.slot.type,parentSchema:schema144.properties.blocked.items.properties.slot,data:data7};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 100000 || isNaN(data7)){
const err27 = {instancePath:instancePath+"/blocked/" + i0+"/slot",schemaPath:"#/properties/blocked/items/properties/slot/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema144.properties.blocked.items.properties.slot,data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err28 = {instancePath:instancePath+"/blocked/" + i0+"/slot",schemaPath:"#/properties/blocked/items/properties/slot/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema144.properties.blocked.items.properties.slot,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
if(data6.reason !== undefined){
let data8 = data6.reason;
if(typeof data8 === "string"){
if(func2(data8) > 63){
const err29 = {instancePath:instancePath+"/blocked/" + i0+"/reason",schemaPath:"#/properties/blocked/items/properties/reason/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema144.properties.blocked.items.properties.reason,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/blocked/" + i0+"/reason",schemaPath:"#/properties/blocked/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema144.properties.blocked.items.properties.reason.type,parentSchema:schema144.properties.blocked.items.properties.reason,data:data8};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data6.message !== undefined){
let data9 = data6.message;
if(typeof data9 === "string"){
if(func2(data9) > 2048){
const err31 = {instancePath:instancePath+"/blocked/" + i0+"/message",schemaPath:"#/properties/blocked/items/properties/message/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema144.properties.blocked.items.properties.message,data:data9};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/blocked/" + i0+"/message",schemaPath:"#/properties/blocked/items/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema144.properties.blocked.items.properties.message.type,parentSchema:schema144.properties.blocked.items.properties.message,data:data9};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data6.since !== undefined){
let data10 = data6.since;
if(typeof data10 === "string"){
if(func2(data10) > 40){
const err33 = {instancePath:instancePath+"/blocked/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!pattern8.test(data10)){
const err34 = {instancePath:instancePath+"/blocked/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(!(formats0(data10))){
const err35 = {instancePath:instancePath+"/blocked/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/blocked/" + i0+"/since",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data10};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data6.retry_at !== undefined){
let data11 = data6.retry_at;
if(typeof data11 === "string"){
if(func2(data11) > 40){
const err37 = {instancePath:instancePath+"/blocked/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(!pattern8.test(data11)){
const err38 = {instancePath:instancePath+"/blocked/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(!(formats0(data11))){
const err39 = {instancePath:instancePath+"/blocked/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/blocked/" + i0+"/retry_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data11};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/blocked/" + i0,schemaPath:"#/properties/blocked/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema144.properties.blocked.items.type,parentSchema:schema144.properties.blocked.items,data:data6};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/blocked",schemaPath:"#/properties/blocked/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema144.properties.blocked.type,parentSchema:schema144.properties.blocked,data:data5};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.conditions !== undefined){
let data12 = data.conditions;
if(Array.isArray(data12)){
if(data12.length > 64){
const err43 = {instancePath:instancePath+"/conditions",schemaPath:"#/properties/conditions/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema144.properties.conditions,data:data12};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
if(!(validate47(data12[i1], {instancePath:instancePath+"/conditions/" + i1,parentData:data12,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
errors = vErrors.length;
}
}
}
else {
const err44 = {instancePath:instancePath+"/conditions",schemaPath:"#/properties/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema144.properties.conditions.type,parentSchema:schema144.properties.conditions,data:data12};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.rollout !== undefined){
let data14 = data.rollout;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.state === undefined){
const err45 = {instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/required",keyword:"required",params:{missingProperty: "state"},message:"must have required property '"+"state"+"'",schema:schema144.properties.rollout.required,parentSchema:schema144.properties.rollout,data:data14};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data14.revision === undefined){
const err46 = {instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/required",keyword:"required",params:{missingProperty: "revision"},message:"must have required property '"+"revision"+"'",schema:schema144.properties.rollout.required,parentSchema:schema144.properties.rollout,data:data14};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data14.since === undefined){
const err47 = {instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/required",keyword:"required",params:{missingProperty: "since"},message:"must have required property '"+"since"+"'",schema:schema144.properties.rollout.required,parentSchema:schema144.properties.rollout,data:data14};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
for(const key2 in data14){
if(!((((((key2 === "state") || (key2 === "revision")) || (key2 === "from_revision")) || (key2 === "since")) || (key2 === "deadline")) || (key2 === "message"))){
const err48 = {instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema144.properties.rollout,data:data14};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data14.state !== undefined){
let data15 = data14.state;
if(typeof data15 !== "string"){
const err49 = {instancePath:instancePath+"/rollout/state",schemaPath:"#/properties/rollout/properties/state/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema144.properties.rollout.properties.state.type,parentSchema:schema144.properties.rollout.properties.state,data:data15};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(!(((((data15 === "progressing") || (data15 === "paused")) || (data15 === "complete")) || (data15 === "failed")) || (data15 === "rolled_back"))){
const err50 = {instancePath:instancePath+"/rollout/state",schemaPath:"#/properties/rollout/properties/state/enum",keyword:"enum",params:{allowedValues: schema144.properties.rollout.properties.state.enum},message:"must be equal to one of the allowed values",schema:schema144.properties.rollout.properties.state.enum,parentSchema:schema144.properties.rollout.properties.state,data:data15};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data14.revision !== undefined){
let data16 = data14.revision;
if(typeof data16 === "string"){
if(!pattern7.test(data16)){
const err51 = {instancePath:instancePath+"/rollout/revision",schemaPath:"common.json#/$defs/revision_id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\"",schema:"^[0-9a-f]{16}$",parentSchema:schema36,data:data16};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/rollout/revision",schemaPath:"common.json#/$defs/revision_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.type,parentSchema:schema36,data:data16};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data14.from_revision !== undefined){
let data17 = data14.from_revision;
if(typeof data17 === "string"){
if(!pattern7.test(data17)){
const err53 = {instancePath:instancePath+"/rollout/from_revision",schemaPath:"common.json#/$defs/revision_id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{16}$"},message:"must match pattern \""+"^[0-9a-f]{16}$"+"\"",schema:"^[0-9a-f]{16}$",parentSchema:schema36,data:data17};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/rollout/from_revision",schemaPath:"common.json#/$defs/revision_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.type,parentSchema:schema36,data:data17};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data14.since !== undefined){
let data18 = data14.since;
if(typeof data18 === "string"){
if(func2(data18) > 40){
const err55 = {instancePath:instancePath+"/rollout/since",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data18};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(!pattern8.test(data18)){
const err56 = {instancePath:instancePath+"/rollout/since",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data18};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(!(formats0(data18))){
const err57 = {instancePath:instancePath+"/rollout/since",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data18};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/rollout/since",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data18};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data14.deadline !== undefined){
let data19 = data14.deadline;
if(typeof data19 === "string"){
if(func2(data19) > 40){
const err59 = {instancePath:instancePath+"/rollout/deadline",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data19};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!pattern8.test(data19)){
const err60 = {instancePath:instancePath+"/rollout/deadline",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data19};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(!(formats0(data19))){
const err61 = {instancePath:instancePath+"/rollout/deadline",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data19};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/rollout/deadline",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data19};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data14.message !== undefined){
let data20 = data14.message;
if(typeof data20 === "string"){
if(func2(data20) > 2048){
const err63 = {instancePath:instancePath+"/rollout/message",schemaPath:"#/properties/rollout/properties/message/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters",schema:2048,parentSchema:schema144.properties.rollout.properties.message,data:data20};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/rollout/message",schemaPath:"#/properties/rollout/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema144.properties.rollout.properties.message.type,parentSchema:schema144.properties.rollout.properties.message,data:data20};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/rollout",schemaPath:"#/properties/rollout/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema144.properties.rollout.type,parentSchema:schema144.properties.rollout,data:data14};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data.image_digest !== undefined){
let data21 = data.image_digest;
if(typeof data21 === "string"){
if(func2(data21) > 512){
const err66 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema144.properties.image_digest,data:data21};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/image_digest",schemaPath:"#/properties/image_digest/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema144.properties.image_digest.type,parentSchema:schema144.properties.image_digest,data:data21};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.next_run_at !== undefined){
let data22 = data.next_run_at;
if(typeof data22 === "string"){
if(func2(data22) > 40){
const err68 = {instancePath:instancePath+"/next_run_at",schemaPath:"common.json#/$defs/timestamp/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters",schema:40,parentSchema:schema37,data:data22};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(!pattern8.test(data22)){
const err69 = {instancePath:instancePath+"/next_run_at",schemaPath:"common.json#/$defs/timestamp/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"+"\"",schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",parentSchema:schema37,data:data22};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(!(formats0(data22))){
const err70 = {instancePath:instancePath+"/next_run_at",schemaPath:"common.json#/$defs/timestamp/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\"",schema:"date-time",parentSchema:schema37,data:data22};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/next_run_at",schemaPath:"common.json#/$defs/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.type,parentSchema:schema37,data:data22};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema144.type,parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const service: ValidateFunction = validate49 as never;
const schema156 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"service.json","title":"Service","description":"What should run: key `services/{name}`, written by the operator. Without `run` it is unmanaged: somebody else starts it and the operator registers its instances.","type":"object","required":["name","ports","protocol"],"additionalProperties":false,"properties":{"name":{"$ref":"common.json#/$defs/dns_label"},"ports":{"type":"object","description":"Ports of the app itself: in a container the container's. A process is told by PORT, allocated unless run.host_port fixes it, and HOST where to listen.","additionalProperties":false,"properties":{"http":{"$ref":"common.json#/$defs/port"},"grpc":{"$ref":"common.json#/$defs/port"},"tcp":{"$ref":"common.json#/$defs/port"}}},"protocol":{"type":"string","description":"Protocol of the service.","enum":["http","grpc","tcp"]},"mtls_required":{"type":"boolean","description":"Callers must speak mTLS where no policy says otherwise.","default":false},"mesh_mode":{"type":"string","description":"Whether a sidecar stands beside each instance.","enum":["agent","none"],"default":"agent"},"metadata":{"type":"object","description":"Free text for people and tools; `version` is copied to the instances.","maxProperties":64,"propertyNames":{"minLength":1,"maxLength":128},"additionalProperties":{"type":"string","maxLength":4096}},"replicas":{"type":"integer","description":"How many instances.","minimum":0,"maximum":10000,"default":1},"run":{"$ref":"common.json#/$defs/run"},"resources":{"$ref":"common.json#/$defs/resources"},"placement":{"type":"object","description":"Where instances may be placed.","additionalProperties":false,"properties":{"roles":{"type":"array","description":"The node has all of these roles.","items":{"$ref":"common.json#/$defs/dns_label"},"maxItems":32},"constraints":{"type":"array","description":"Each `label==value`, `label!=value` or `label in (a, b)`.","items":{"type":"string","description":"","maxLength":512,"minLength":1},"maxItems":32},"spread":{"type":"string","description":"Spread over the values of this label.","maxLength":128,"minLength":1},"max_per_node":{"type":"integer","description":"Instances of this service on one node at most.","minimum":1,"maximum":10000}}},"health":{"$ref":"common.json#/$defs/health"},"update":{"type":"object","description":"How a new revision replaces the old one.","additionalProperties":false,"properties":{"order":{"type":"string","description":"Whether the new instance starts before the old one stops. Default: start-first where ports and volumes allow.","enum":["start-first","stop-first"]},"max_unavailable":{"type":"integer","description":"How many fewer than replicas may be ready during a rollout. Default: 0 with start-first, 1 with stop-first.","minimum":0,"maximum":10000},"max_surge":{"type":"integer","description":"How many more than replicas may exist during a rollout.","minimum":0,"maximum":10000,"default":1},"min_ready_s":{"type":"integer","description":"Seconds ready until an instance counts.","minimum":0,"maximum":86400,"default":0},"deadline_s":{"type":"integer","description":"Seconds until a revision that is not ready is stopped.","minimum":1,"maximum":86400,"default":600},"auto_rollback":{"type":"boolean","description":"Bring back the former revision when the deadline passes.","default":false},"paused":{"type":"boolean","description":"The rollout stands still: no instance is replaced by another revision until it is resumed; missing ones are made from the revision that runs.","default":false}}},"drain_s":{"type":"integer","description":"Seconds that a draining instance may keep its connections.","minimum":0,"maximum":86400,"default":30},"routes":{"type":"array","description":"Public routes, served by nodes with the role ingress.","items":{"type":"object","description":"A host and path.","additionalProperties":false,"properties":{"host":{"$ref":"common.json#/$defs/hostname"},"path":{"type":"string","description":"Path prefix.","maxLength":1024,"pattern":"^/","default":"/"}},"required":["host"]},"maxItems":64},"upstreams":{"type":"array","description":"Services called through fixed local ports.","items":{"$ref":"common.json#/$defs/upstream"},"maxItems":64},"kind":{"type":"string","description":"Whether instances run on, or to completion when a run of the job is asked for.","enum":["service","job"],"default":"service"},"restart":{"type":"integer","description":"Raised to replace every instance without another change; part of the revision.","minimum":0,"maximum":9007199254740991},"after":{"type":"array","description":"No instance is started before each of these services has a ready instance (a job: before its last run succeeded).","items":{"$ref":"common.json#/$defs/dns_label"},"maxItems":32,"uniqueItems":true},"pre_stop":{"$ref":"common.json#/$defs/pre_stop"},"disconnect":{"type":"object","description":"What is done while a node can not be reached.","additionalProperties":false,"properties":{"replace_after_s":{"type":"integer","description":"Seconds after a node's lease is lost until its instances are replaced elsewhere. Default: the cluster's node_grace_s; less than that is not possible.","minimum":0,"maximum":604800},"stop_after_s":{"type":"integer","description":"Seconds without the store after which the agent stops the instances by itself; absent: never.","minimum":1,"maximum":604800}}},"job":{"type":"object","description":"How a run of a job goes; kind job only.","additionalProperties":false,"properties":{"parallelism":{"type":"integer","description":"Tasks of a run, all at once; each has to succeed.","minimum":1,"maximum":1000,"default":1},"retries":{"type":"integer","description":"Attempts of a task after its first. Whatever ends an attempt but exit code 0 counts, the loss of its node too.","minimum":0,"maximum":10000,"default":0},"deadline_s":{"type":"integer","description":"Seconds from its beginning until a run that has not ended fails and is stopped, time spent waiting for a node included; absent: none.","minimum":1,"maximum":31536000},"keep":{"type":"integer","description":"Ended runs that are remembered, each with up to 64 KiB of output a task.","minimum":1,"maximum":1000,"default":10}}},"schedule":{"type":"object","description":"When runs of a job begin by themselves; kind job only.","additionalProperties":false,"properties":{"cron":{"type":"string","description":"Five fields: minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly.","minLength":1,"maxLength":256},"time_zone":{"type":"string","description":"IANA name of the zone that the fields are read in.","maxLength":64,"minLength":1,"default":"UTC"},"concurrency":{"type":"string","description":"What happens where a run of the job is under way: allow both, forbid the new one (it begins within start_within_s after all, or is missed), replace the former, which is stopped first.","enum":["allow","forbid","replace"],"default":"forbid"},"paused":{"type":"boolean","description":"No run begins by itself.","default":false},"start_within_s":{"type":"integer","description":"A run that could not begin on time still begins within so many seconds, at least 10; else it is missed.","minimum":0,"maximum":604800,"default":300}},"required":["cron"]}}};

function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate50.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema39.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.driver !== undefined){
let data0 = data.driver;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/driver",schemaPath:"#/properties/driver/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.driver.type,parentSchema:schema39.properties.driver,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((data0 === "docker") || (data0 === "process"))){
const err2 = {instancePath:instancePath+"/driver",schemaPath:"#/properties/driver/enum",keyword:"enum",params:{allowedValues: schema39.properties.driver.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.driver.enum,parentSchema:schema39.properties.driver,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.image !== undefined){
let data1 = data.image;
if(typeof data1 === "string"){
if(func2(data1) > 512){
const err3 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data1) < 1){
const err4 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.image.type,parentSchema:schema39.properties.image,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.command !== undefined){
let data2 = data.command;
if(Array.isArray(data2)){
if(data2.length > 64){
const err6 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.length < 1){
const err7 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(func2(data3) > 4096){
const err8 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/properties/command/items/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema39.properties.command.items,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.command.items.type,parentSchema:schema39.properties.command.items,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.command.type,parentSchema:schema39.properties.command,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.args !== undefined){
let data4 = data.args;
if(Array.isArray(data4)){
if(data4.length > 256){
const err11 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items",schema:256,parentSchema:schema39.properties.args,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(typeof data5 === "string"){
if(func2(data5) > 4096){
const err12 = {instancePath:instancePath+"/args/" + i1,schemaPath:"#/properties/args/items/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema39.properties.args.items,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/args/" + i1,schemaPath:"#/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.args.items.type,parentSchema:schema39.properties.args.items,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.args.type,parentSchema:schema39.properties.args,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.env !== undefined){
let data6 = data.env;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 256){
const err15 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/maxProperties",keyword:"maxProperties",params:{limit: 256},message:"must NOT have more than 256 properties",schema:256,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key1 in data6){
const _errs16 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 128){
const err16 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema39.properties.env.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern10.test(key1)){
const err17 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_]*$"+"\"",schema:"^[A-Za-z_][A-Za-z0-9_]*$",parentSchema:schema39.properties.env.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var valid5 = _errs16 === errors;
if(!valid5){
const err18 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid",schema:schema39.properties.env.propertyNames,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
for(const key2 in data6){
let data7 = data6[key2];
if(typeof data7 === "string"){
if(func2(data7) > 32768){
const err19 = {instancePath:instancePath+"/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 32768},message:"must NOT have more than 32768 characters",schema:32768,parentSchema:schema39.properties.env.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.env.additionalProperties.type,parentSchema:schema39.properties.env.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.env.type,parentSchema:schema39.properties.env,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.env_file !== undefined){
let data8 = data.env_file;
if(typeof data8 === "string"){
if(func2(data8) > 1024){
const err22 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!pattern11.test(data8)){
const err23 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/env_file",schemaPath:"#/properties/env_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.env_file.type,parentSchema:schema39.properties.env_file,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.secret_files !== undefined){
let data9 = data.secret_files;
if(Array.isArray(data9)){
if(data9.length > 32){
const err25 = {instancePath:instancePath+"/secret_files",schemaPath:"#/properties/secret_files/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema39.properties.secret_files,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len2 = data9.length;
for(let i2=0; i2<len2; i2++){
let data10 = data9[i2];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.source === undefined){
const err26 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'",schema:schema39.properties.secret_files.items.required,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data10.target === undefined){
const err27 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'",schema:schema39.properties.secret_files.items.required,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key3 in data10){
if(!((key3 === "source") || (key3 === "target"))){
const err28 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data10.source !== undefined){
let data11 = data10.source;
if(typeof data11 === "string"){
if(func2(data11) > 1024){
const err29 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!pattern11.test(data11)){
const err30 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/secret_files/" + i2+"/source",schemaPath:"#/properties/secret_files/items/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.secret_files.items.properties.source.type,parentSchema:schema39.properties.secret_files.items.properties.source,data:data11};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data10.target !== undefined){
let data12 = data10.target;
if(typeof data12 === "string"){
if(func2(data12) > 1024){
const err32 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern11.test(data12)){
const err33 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/secret_files/" + i2+"/target",schemaPath:"#/properties/secret_files/items/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.secret_files.items.properties.target.type,parentSchema:schema39.properties.secret_files.items.properties.target,data:data12};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/secret_files/" + i2,schemaPath:"#/properties/secret_files/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.secret_files.items.type,parentSchema:schema39.properties.secret_files.items,data:data10};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/secret_files",schemaPath:"#/properties/secret_files/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.secret_files.type,parentSchema:schema39.properties.secret_files,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.user !== undefined){
let data13 = data.user;
if(typeof data13 === "string"){
if(func2(data13) > 64){
const err37 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(func2(data13) < 1){
const err38 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.user.type,parentSchema:schema39.properties.user,data:data13};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.volumes !== undefined){
let data14 = data.volumes;
if(Array.isArray(data14)){
if(data14.length > 32){
const err40 = {instancePath:instancePath+"/volumes",schemaPath:"#/properties/volumes/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema39.properties.volumes,data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
const len3 = data14.length;
for(let i3=0; i3<len3; i3++){
let data15 = data14[i3];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.source === undefined){
const err41 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'",schema:schema39.properties.volumes.items.required,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data15.target === undefined){
const err42 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'",schema:schema39.properties.volumes.items.required,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
for(const key4 in data15){
if(!(((key4 === "source") || (key4 === "target")) || (key4 === "read_only"))){
const err43 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data15.source !== undefined){
let data16 = data15.source;
if(typeof data16 === "string"){
if(func2(data16) > 1024){
const err44 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(func2(data16) < 1){
const err45 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/volumes/" + i3+"/source",schemaPath:"#/properties/volumes/items/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.volumes.items.properties.source.type,parentSchema:schema39.properties.volumes.items.properties.source,data:data16};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data15.target !== undefined){
let data17 = data15.target;
if(typeof data17 === "string"){
if(func2(data17) > 1024){
const err47 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(!pattern11.test(data17)){
const err48 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/volumes/" + i3+"/target",schemaPath:"#/properties/volumes/items/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.volumes.items.properties.target.type,parentSchema:schema39.properties.volumes.items.properties.target,data:data17};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data15.read_only !== undefined){
let data18 = data15.read_only;
if(typeof data18 !== "boolean"){
const err50 = {instancePath:instancePath+"/volumes/" + i3+"/read_only",schemaPath:"#/properties/volumes/items/properties/read_only/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.volumes.items.properties.read_only.type,parentSchema:schema39.properties.volumes.items.properties.read_only,data:data18};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/volumes/" + i3,schemaPath:"#/properties/volumes/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.volumes.items.type,parentSchema:schema39.properties.volumes.items,data:data15};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath:instancePath+"/volumes",schemaPath:"#/properties/volumes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.volumes.type,parentSchema:schema39.properties.volumes,data:data14};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.host_port !== undefined){
let data19 = data.host_port;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err53 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 65535 || isNaN(data19)){
const err54 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data19 < 1 || isNaN(data19)){
const err55 = {instancePath:instancePath+"/host_port",schemaPath:"#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
if(data.stop_signal !== undefined){
let data20 = data.stop_signal;
if(typeof data20 !== "string"){
const err56 = {instancePath:instancePath+"/stop_signal",schemaPath:"#/properties/stop_signal/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.stop_signal.type,parentSchema:schema39.properties.stop_signal,data:data20};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(!((((((data20 === "SIGTERM") || (data20 === "SIGINT")) || (data20 === "SIGQUIT")) || (data20 === "SIGHUP")) || (data20 === "SIGUSR1")) || (data20 === "SIGUSR2"))){
const err57 = {instancePath:instancePath+"/stop_signal",schemaPath:"#/properties/stop_signal/enum",keyword:"enum",params:{allowedValues: schema39.properties.stop_signal.enum},message:"must be equal to one of the allowed values",schema:schema39.properties.stop_signal.enum,parentSchema:schema39.properties.stop_signal,data:data20};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.stop_timeout_s !== undefined){
let data21 = data.stop_timeout_s;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err58 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema39.properties.stop_timeout_s.type,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 3600 || isNaN(data21)){
const err59 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err60 = {instancePath:instancePath+"/stop_timeout_s",schemaPath:"#/properties/stop_timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema39.properties.stop_timeout_s,data:data21};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
if(data.sandbox !== undefined){
let data22 = data.sandbox;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key5 in data22){
if(!((((key5 === "cap_add") || (key5 === "no_new_privileges")) || (key5 === "pids_limit")) || (key5 === "read_only_root"))){
const err61 = {instancePath:instancePath+"/sandbox",schemaPath:"#/properties/sandbox/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema39.properties.sandbox,data:data22};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data22.cap_add !== undefined){
let data23 = data22.cap_add;
if(Array.isArray(data23)){
if(data23.length > 41){
const err62 = {instancePath:instancePath+"/sandbox/cap_add",schemaPath:"#/properties/sandbox/properties/cap_add/maxItems",keyword:"maxItems",params:{limit: 41},message:"must NOT have more than 41 items",schema:41,parentSchema:schema39.properties.sandbox.properties.cap_add,data:data23};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
const len4 = data23.length;
for(let i4=0; i4<len4; i4++){
let data24 = data23[i4];
if(typeof data24 === "string"){
if(func2(data24) > 64){
const err63 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern15.test(data24)){
const err64 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z_]+$"},message:"must match pattern \""+"^[A-Z_]+$"+"\"",schema:"^[A-Z_]+$",parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/sandbox/cap_add/" + i4,schemaPath:"#/properties/sandbox/properties/cap_add/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.properties.sandbox.properties.cap_add.items.type,parentSchema:schema39.properties.sandbox.properties.cap_add.items,data:data24};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/sandbox/cap_add",schemaPath:"#/properties/sandbox/properties/cap_add/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.properties.sandbox.properties.cap_add.type,parentSchema:schema39.properties.sandbox.properties.cap_add,data:data23};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data22.no_new_privileges !== undefined){
let data25 = data22.no_new_privileges;
if(typeof data25 !== "boolean"){
const err67 = {instancePath:instancePath+"/sandbox/no_new_privileges",schemaPath:"#/properties/sandbox/properties/no_new_privileges/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.sandbox.properties.no_new_privileges.type,parentSchema:schema39.properties.sandbox.properties.no_new_privileges,data:data25};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data22.pids_limit !== undefined){
let data26 = data22.pids_limit;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err68 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema39.properties.sandbox.properties.pids_limit.type,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 4194304 || isNaN(data26)){
const err69 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4194304},message:"must be <= 4194304",schema:4194304,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data26 < 1 || isNaN(data26)){
const err70 = {instancePath:instancePath+"/sandbox/pids_limit",schemaPath:"#/properties/sandbox/properties/pids_limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema39.properties.sandbox.properties.pids_limit,data:data26};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
if(data22.read_only_root !== undefined){
let data27 = data22.read_only_root;
if(typeof data27 !== "boolean"){
const err71 = {instancePath:instancePath+"/sandbox/read_only_root",schemaPath:"#/properties/sandbox/properties/read_only_root/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema39.properties.sandbox.properties.read_only_root.type,parentSchema:schema39.properties.sandbox.properties.read_only_root,data:data27};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/sandbox",schemaPath:"#/properties/sandbox/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.properties.sandbox.type,parentSchema:schema39.properties.sandbox,data:data22};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema39.type,parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
validate50.errors = vErrors;
return errors === 0;
}
validate50.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema167 = {"type":"object","description":"A service that this one calls through a fixed local port of its sidecar.","additionalProperties":false,"properties":{"service":{"$ref":"#/$defs/dns_label"},"bind":{"$ref":"#/$defs/port","description":"Local port; allocated when absent."}},"required":["service"]};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.service === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema167.required,parentSchema:schema167,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "service") || (key0 === "bind"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema167,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.service !== undefined){
let data0 = data.service;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err2 = {instancePath:instancePath+"/service",schemaPath:"#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/service",schemaPath:"#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/service",schemaPath:"#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/service",schemaPath:"#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.bind !== undefined){
let data1 = data.bind;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/bind",schemaPath:"#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 65535 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/bind",schemaPath:"#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/bind",schemaPath:"#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema167.type,parentSchema:schema167,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="service.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema156.required,parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.ports === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ports"},message:"must have required property '"+"ports"+"'",schema:schema156.required,parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.protocol === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "protocol"},message:"must have required property '"+"protocol"+"'",schema:schema156.required,parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema156.properties, key0))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) > 63){
const err4 = {instancePath:instancePath+"/name",schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/name",schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(data0)){
const err6 = {instancePath:instancePath+"/name",schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/name",schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.ports !== undefined){
let data1 = data.ports;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
if(!(((key1 === "http") || (key1 === "grpc")) || (key1 === "tcp"))){
const err8 = {instancePath:instancePath+"/ports",schemaPath:"#/properties/ports/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema156.properties.ports,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.http !== undefined){
let data2 = data1.http;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err9 = {instancePath:instancePath+"/ports/http",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 65535 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/ports/http",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/ports/http",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data1.grpc !== undefined){
let data3 = data1.grpc;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err12 = {instancePath:instancePath+"/ports/grpc",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 65535 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/ports/grpc",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/ports/grpc",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data1.tcp !== undefined){
let data4 = data1.tcp;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err15 = {instancePath:instancePath+"/ports/tcp",schemaPath:"common.json#/$defs/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema40.type,parentSchema:schema40,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 65535 || isNaN(data4)){
const err16 = {instancePath:instancePath+"/ports/tcp",schemaPath:"common.json#/$defs/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema40,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err17 = {instancePath:instancePath+"/ports/tcp",schemaPath:"common.json#/$defs/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema40,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
}
else {
const err18 = {instancePath:instancePath+"/ports",schemaPath:"#/properties/ports/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.ports.type,parentSchema:schema156.properties.ports,data:data1};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.protocol !== undefined){
let data5 = data.protocol;
if(typeof data5 !== "string"){
const err19 = {instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.protocol.type,parentSchema:schema156.properties.protocol,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!(((data5 === "http") || (data5 === "grpc")) || (data5 === "tcp"))){
const err20 = {instancePath:instancePath+"/protocol",schemaPath:"#/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema156.properties.protocol.enum},message:"must be equal to one of the allowed values",schema:schema156.properties.protocol.enum,parentSchema:schema156.properties.protocol,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.mtls_required !== undefined){
let data6 = data.mtls_required;
if(typeof data6 !== "boolean"){
const err21 = {instancePath:instancePath+"/mtls_required",schemaPath:"#/properties/mtls_required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema156.properties.mtls_required.type,parentSchema:schema156.properties.mtls_required,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.mesh_mode !== undefined){
let data7 = data.mesh_mode;
if(typeof data7 !== "string"){
const err22 = {instancePath:instancePath+"/mesh_mode",schemaPath:"#/properties/mesh_mode/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.mesh_mode.type,parentSchema:schema156.properties.mesh_mode,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!((data7 === "agent") || (data7 === "none"))){
const err23 = {instancePath:instancePath+"/mesh_mode",schemaPath:"#/properties/mesh_mode/enum",keyword:"enum",params:{allowedValues: schema156.properties.mesh_mode.enum},message:"must be equal to one of the allowed values",schema:schema156.properties.mesh_mode.enum,parentSchema:schema156.properties.mesh_mode,data:data7};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.metadata !== undefined){
let data8 = data.metadata;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(Object.keys(data8).length > 64){
const err24 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/maxProperties",keyword:"maxProperties",params:{limit: 64},message:"must NOT have more than 64 properties",schema:64,parentSchema:schema156.properties.metadata,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key2 in data8){
const _errs25 = errors;
if(typeof key2 === "string"){
if(func2(key2) > 128){
const err25 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema156.properties.metadata.propertyNames,data:key2,propertyName:key2};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(func2(key2) < 1){
const err26 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema156.properties.metadata.propertyNames,data:key2,propertyName:key2};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var valid6 = _errs25 === errors;
if(!valid6){
const err27 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid",schema:schema156.properties.metadata.propertyNames,parentSchema:schema156.properties.metadata,data:data8};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
for(const key3 in data8){
let data9 = data8[key3];
if(typeof data9 === "string"){
if(func2(data9) > 4096){
const err28 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters",schema:4096,parentSchema:schema156.properties.metadata.additionalProperties,data:data9};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/metadata/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.metadata.additionalProperties.type,parentSchema:schema156.properties.metadata.additionalProperties,data:data9};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.metadata.type,parentSchema:schema156.properties.metadata,data:data8};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.replicas !== undefined){
let data10 = data.replicas;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err31 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.replicas.type,parentSchema:schema156.properties.replicas,data:data10};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 10000 || isNaN(data10)){
const err32 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema156.properties.replicas,data:data10};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err33 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.replicas,data:data10};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data.run !== undefined){
if(!(validate50(data.run, {instancePath:instancePath+"/run",parentData:data,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate50.errors : vErrors.concat(validate50.errors);
errors = vErrors.length;
}
}
if(data.resources !== undefined){
let data12 = data.resources;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key4 in data12){
if(!((key4 === "cpu_millicores") || (key4 === "memory_bytes"))){
const err34 = {instancePath:instancePath+"/resources",schemaPath:"common.json#/$defs/resources/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema41,data:data12};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data12.cpu_millicores !== undefined){
let data13 = data12.cpu_millicores;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err35 = {instancePath:instancePath+"/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.cpu_millicores.type,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 1024000 || isNaN(data13)){
const err36 = {instancePath:instancePath+"/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1024000},message:"must be <= 1024000",schema:1024000,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err37 = {instancePath:instancePath+"/resources/cpu_millicores",schemaPath:"common.json#/$defs/resources/properties/cpu_millicores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema41.properties.cpu_millicores,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
if(data12.memory_bytes !== undefined){
let data14 = data12.memory_bytes;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err38 = {instancePath:instancePath+"/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema41.properties.memory_bytes.type,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 9007199254740991 || isNaN(data14)){
const err39 = {instancePath:instancePath+"/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data14 < 4194304 || isNaN(data14)){
const err40 = {instancePath:instancePath+"/resources/memory_bytes",schemaPath:"common.json#/$defs/resources/properties/memory_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 4194304},message:"must be >= 4194304",schema:4194304,parentSchema:schema41.properties.memory_bytes,data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
}
else {
const err41 = {instancePath:instancePath+"/resources",schemaPath:"common.json#/$defs/resources/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.type,parentSchema:schema41,data:data12};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.placement !== undefined){
let data15 = data.placement;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key5 in data15){
if(!((((key5 === "roles") || (key5 === "constraints")) || (key5 === "spread")) || (key5 === "max_per_node"))){
const err42 = {instancePath:instancePath+"/placement",schemaPath:"#/properties/placement/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema156.properties.placement,data:data15};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data15.roles !== undefined){
let data16 = data15.roles;
if(Array.isArray(data16)){
if(data16.length > 32){
const err43 = {instancePath:instancePath+"/placement/roles",schemaPath:"#/properties/placement/properties/roles/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema156.properties.placement.properties.roles,data:data16};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
const len0 = data16.length;
for(let i0=0; i0<len0; i0++){
let data17 = data16[i0];
if(typeof data17 === "string"){
if(func2(data17) > 63){
const err44 = {instancePath:instancePath+"/placement/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data17};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(func2(data17) < 1){
const err45 = {instancePath:instancePath+"/placement/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data17};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(!pattern4.test(data17)){
const err46 = {instancePath:instancePath+"/placement/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data17};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/placement/roles/" + i0,schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data17};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/placement/roles",schemaPath:"#/properties/placement/properties/roles/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema156.properties.placement.properties.roles.type,parentSchema:schema156.properties.placement.properties.roles,data:data16};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data15.constraints !== undefined){
let data18 = data15.constraints;
if(Array.isArray(data18)){
if(data18.length > 32){
const err49 = {instancePath:instancePath+"/placement/constraints",schemaPath:"#/properties/placement/properties/constraints/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema156.properties.placement.properties.constraints,data:data18};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
const len1 = data18.length;
for(let i1=0; i1<len1; i1++){
let data19 = data18[i1];
if(typeof data19 === "string"){
if(func2(data19) > 512){
const err50 = {instancePath:instancePath+"/placement/constraints/" + i1,schemaPath:"#/properties/placement/properties/constraints/items/maxLength",keyword:"maxLength",params:{limit: 512},message:"must NOT have more than 512 characters",schema:512,parentSchema:schema156.properties.placement.properties.constraints.items,data:data19};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(func2(data19) < 1){
const err51 = {instancePath:instancePath+"/placement/constraints/" + i1,schemaPath:"#/properties/placement/properties/constraints/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema156.properties.placement.properties.constraints.items,data:data19};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/placement/constraints/" + i1,schemaPath:"#/properties/placement/properties/constraints/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.placement.properties.constraints.items.type,parentSchema:schema156.properties.placement.properties.constraints.items,data:data19};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/placement/constraints",schemaPath:"#/properties/placement/properties/constraints/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema156.properties.placement.properties.constraints.type,parentSchema:schema156.properties.placement.properties.constraints,data:data18};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data15.spread !== undefined){
let data20 = data15.spread;
if(typeof data20 === "string"){
if(func2(data20) > 128){
const err54 = {instancePath:instancePath+"/placement/spread",schemaPath:"#/properties/placement/properties/spread/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters",schema:128,parentSchema:schema156.properties.placement.properties.spread,data:data20};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(func2(data20) < 1){
const err55 = {instancePath:instancePath+"/placement/spread",schemaPath:"#/properties/placement/properties/spread/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema156.properties.placement.properties.spread,data:data20};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/placement/spread",schemaPath:"#/properties/placement/properties/spread/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.placement.properties.spread.type,parentSchema:schema156.properties.placement.properties.spread,data:data20};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data15.max_per_node !== undefined){
let data21 = data15.max_per_node;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err57 = {instancePath:instancePath+"/placement/max_per_node",schemaPath:"#/properties/placement/properties/max_per_node/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.placement.properties.max_per_node.type,parentSchema:schema156.properties.placement.properties.max_per_node,data:data21};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 10000 || isNaN(data21)){
const err58 = {instancePath:instancePath+"/placement/max_per_node",schemaPath:"#/properties/placement/properties/max_per_node/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema156.properties.placement.properties.max_per_node,data:data21};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data21 < 1 || isNaN(data21)){
const err59 = {instancePath:instancePath+"/placement/max_per_node",schemaPath:"#/properties/placement/properties/max_per_node/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema156.properties.placement.properties.max_per_node,data:data21};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/placement",schemaPath:"#/properties/placement/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.placement.type,parentSchema:schema156.properties.placement,data:data15};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.health !== undefined){
let data22 = data.health;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key6 in data22){
if(!((((((((key6 === "type") || (key6 === "path")) || (key6 === "interval_s")) || (key6 === "timeout_s")) || (key6 === "healthy_after")) || (key6 === "unhealthy_after")) || (key6 === "start_period_s")) || (key6 === "restart_after_s"))){
const err61 = {instancePath:instancePath+"/health",schemaPath:"common.json#/$defs/health/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema42,data:data22};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data22.type !== undefined){
let data23 = data22.type;
if(typeof data23 !== "string"){
const err62 = {instancePath:instancePath+"/health/type",schemaPath:"common.json#/$defs/health/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.type.type,parentSchema:schema42.properties.type,data:data23};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(!((((data23 === "http") || (data23 === "tcp")) || (data23 === "grpc")) || (data23 === "none"))){
const err63 = {instancePath:instancePath+"/health/type",schemaPath:"common.json#/$defs/health/properties/type/enum",keyword:"enum",params:{allowedValues: schema42.properties.type.enum},message:"must be equal to one of the allowed values",schema:schema42.properties.type.enum,parentSchema:schema42.properties.type,data:data23};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data22.path !== undefined){
let data24 = data22.path;
if(typeof data24 === "string"){
if(func2(data24) > 1024){
const err64 = {instancePath:instancePath+"/health/path",schemaPath:"common.json#/$defs/health/properties/path/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema42.properties.path,data:data24};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/health/path",schemaPath:"common.json#/$defs/health/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.properties.path.type,parentSchema:schema42.properties.path,data:data24};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data22.interval_s !== undefined){
let data25 = data22.interval_s;
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 3600 || isNaN(data25)){
const err66 = {instancePath:instancePath+"/health/interval_s",schemaPath:"common.json#/$defs/health/properties/interval_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema42.properties.interval_s,data:data25};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data25 < 0.1 || isNaN(data25)){
const err67 = {instancePath:instancePath+"/health/interval_s",schemaPath:"common.json#/$defs/health/properties/interval_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema42.properties.interval_s,data:data25};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/health/interval_s",schemaPath:"common.json#/$defs/health/properties/interval_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.interval_s.type,parentSchema:schema42.properties.interval_s,data:data25};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data22.timeout_s !== undefined){
let data26 = data22.timeout_s;
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 600 || isNaN(data26)){
const err69 = {instancePath:instancePath+"/health/timeout_s",schemaPath:"common.json#/$defs/health/properties/timeout_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema42.properties.timeout_s,data:data26};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data26 < 0.1 || isNaN(data26)){
const err70 = {instancePath:instancePath+"/health/timeout_s",schemaPath:"common.json#/$defs/health/properties/timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema42.properties.timeout_s,data:data26};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/health/timeout_s",schemaPath:"common.json#/$defs/health/properties/timeout_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.timeout_s.type,parentSchema:schema42.properties.timeout_s,data:data26};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data22.healthy_after !== undefined){
let data27 = data22.healthy_after;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
const err72 = {instancePath:instancePath+"/health/healthy_after",schemaPath:"common.json#/$defs/health/properties/healthy_after/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema42.properties.healthy_after.type,parentSchema:schema42.properties.healthy_after,data:data27};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 100 || isNaN(data27)){
const err73 = {instancePath:instancePath+"/health/healthy_after",schemaPath:"common.json#/$defs/health/properties/healthy_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema42.properties.healthy_after,data:data27};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data27 < 1 || isNaN(data27)){
const err74 = {instancePath:instancePath+"/health/healthy_after",schemaPath:"common.json#/$defs/health/properties/healthy_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema42.properties.healthy_after,data:data27};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
if(data22.unhealthy_after !== undefined){
let data28 = data22.unhealthy_after;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
const err75 = {instancePath:instancePath+"/health/unhealthy_after",schemaPath:"common.json#/$defs/health/properties/unhealthy_after/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema42.properties.unhealthy_after.type,parentSchema:schema42.properties.unhealthy_after,data:data28};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 100 || isNaN(data28)){
const err76 = {instancePath:instancePath+"/health/unhealthy_after",schemaPath:"common.json#/$defs/health/properties/unhealthy_after/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema42.properties.unhealthy_after,data:data28};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data28 < 1 || isNaN(data28)){
const err77 = {instancePath:instancePath+"/health/unhealthy_after",schemaPath:"common.json#/$defs/health/properties/unhealthy_after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema42.properties.unhealthy_after,data:data28};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
}
if(data22.start_period_s !== undefined){
let data29 = data22.start_period_s;
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 3600 || isNaN(data29)){
const err78 = {instancePath:instancePath+"/health/start_period_s",schemaPath:"common.json#/$defs/health/properties/start_period_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema42.properties.start_period_s,data:data29};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err79 = {instancePath:instancePath+"/health/start_period_s",schemaPath:"common.json#/$defs/health/properties/start_period_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema42.properties.start_period_s,data:data29};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/health/start_period_s",schemaPath:"common.json#/$defs/health/properties/start_period_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.start_period_s.type,parentSchema:schema42.properties.start_period_s,data:data29};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data22.restart_after_s !== undefined){
let data30 = data22.restart_after_s;
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 86400 || isNaN(data30)){
const err81 = {instancePath:instancePath+"/health/restart_after_s",schemaPath:"common.json#/$defs/health/properties/restart_after_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema42.properties.restart_after_s,data:data30};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(data30 < 1 || isNaN(data30)){
const err82 = {instancePath:instancePath+"/health/restart_after_s",schemaPath:"common.json#/$defs/health/properties/restart_after_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema42.properties.restart_after_s,data:data30};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
else {
const err83 = {instancePath:instancePath+"/health/restart_after_s",schemaPath:"common.json#/$defs/health/properties/restart_after_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.properties.restart_after_s.type,parentSchema:schema42.properties.restart_after_s,data:data30};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
else {
const err84 = {instancePath:instancePath+"/health",schemaPath:"common.json#/$defs/health/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema42.type,parentSchema:schema42,data:data22};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data.update !== undefined){
let data31 = data.update;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
for(const key7 in data31){
if(!(((((((key7 === "order") || (key7 === "max_unavailable")) || (key7 === "max_surge")) || (key7 === "min_ready_s")) || (key7 === "deadline_s")) || (key7 === "auto_rollback")) || (key7 === "paused"))){
const err85 = {instancePath:instancePath+"/update",schemaPath:"#/properties/update/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema156.properties.update,data:data31};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data31.order !== undefined){
let data32 = data31.order;
if(typeof data32 !== "string"){
const err86 = {instancePath:instancePath+"/update/order",schemaPath:"#/properties/update/properties/order/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.update.properties.order.type,parentSchema:schema156.properties.update.properties.order,data:data32};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(!((data32 === "start-first") || (data32 === "stop-first"))){
const err87 = {instancePath:instancePath+"/update/order",schemaPath:"#/properties/update/properties/order/enum",keyword:"enum",params:{allowedValues: schema156.properties.update.properties.order.enum},message:"must be equal to one of the allowed values",schema:schema156.properties.update.properties.order.enum,parentSchema:schema156.properties.update.properties.order,data:data32};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data31.max_unavailable !== undefined){
let data33 = data31.max_unavailable;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err88 = {instancePath:instancePath+"/update/max_unavailable",schemaPath:"#/properties/update/properties/max_unavailable/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.update.properties.max_unavailable.type,parentSchema:schema156.properties.update.properties.max_unavailable,data:data33};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 10000 || isNaN(data33)){
const err89 = {instancePath:instancePath+"/update/max_unavailable",schemaPath:"#/properties/update/properties/max_unavailable/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema156.properties.update.properties.max_unavailable,data:data33};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data33 < 0 || isNaN(data33)){
const err90 = {instancePath:instancePath+"/update/max_unavailable",schemaPath:"#/properties/update/properties/max_unavailable/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.update.properties.max_unavailable,data:data33};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
}
if(data31.max_surge !== undefined){
let data34 = data31.max_surge;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err91 = {instancePath:instancePath+"/update/max_surge",schemaPath:"#/properties/update/properties/max_surge/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.update.properties.max_surge.type,parentSchema:schema156.properties.update.properties.max_surge,data:data34};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 10000 || isNaN(data34)){
const err92 = {instancePath:instancePath+"/update/max_surge",schemaPath:"#/properties/update/properties/max_surge/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema156.properties.update.properties.max_surge,data:data34};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(data34 < 0 || isNaN(data34)){
const err93 = {instancePath:instancePath+"/update/max_surge",schemaPath:"#/properties/update/properties/max_surge/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.update.properties.max_surge,data:data34};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
if(data31.min_ready_s !== undefined){
let data35 = data31.min_ready_s;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err94 = {instancePath:instancePath+"/update/min_ready_s",schemaPath:"#/properties/update/properties/min_ready_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.update.properties.min_ready_s.type,parentSchema:schema156.properties.update.properties.min_ready_s,data:data35};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 86400 || isNaN(data35)){
const err95 = {instancePath:instancePath+"/update/min_ready_s",schemaPath:"#/properties/update/properties/min_ready_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema156.properties.update.properties.min_ready_s,data:data35};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if(data35 < 0 || isNaN(data35)){
const err96 = {instancePath:instancePath+"/update/min_ready_s",schemaPath:"#/properties/update/properties/min_ready_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.update.properties.min_ready_s,data:data35};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
}
if(data31.deadline_s !== undefined){
let data36 = data31.deadline_s;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
const err97 = {instancePath:instancePath+"/update/deadline_s",schemaPath:"#/properties/update/properties/deadline_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.update.properties.deadline_s.type,parentSchema:schema156.properties.update.properties.deadline_s,data:data36};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 86400 || isNaN(data36)){
const err98 = {instancePath:instancePath+"/update/deadline_s",schemaPath:"#/properties/update/properties/deadline_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema156.properties.update.properties.deadline_s,data:data36};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(data36 < 1 || isNaN(data36)){
const err99 = {instancePath:instancePath+"/update/deadline_s",schemaPath:"#/properties/update/properties/deadline_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema156.properties.update.properties.deadline_s,data:data36};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
}
if(data31.auto_rollback !== undefined){
let data37 = data31.auto_rollback;
if(typeof data37 !== "boolean"){
const err100 = {instancePath:instancePath+"/update/auto_rollback",schemaPath:"#/properties/update/properties/auto_rollback/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema156.properties.update.properties.auto_rollback.type,parentSchema:schema156.properties.update.properties.auto_rollback,data:data37};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data31.paused !== undefined){
let data38 = data31.paused;
if(typeof data38 !== "boolean"){
const err101 = {instancePath:instancePath+"/update/paused",schemaPath:"#/properties/update/properties/paused/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema156.properties.update.properties.paused.type,parentSchema:schema156.properties.update.properties.paused,data:data38};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
}
else {
const err102 = {instancePath:instancePath+"/update",schemaPath:"#/properties/update/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.update.type,parentSchema:schema156.properties.update,data:data31};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data.drain_s !== undefined){
let data39 = data.drain_s;
if(!(((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39))) && (isFinite(data39)))){
const err103 = {instancePath:instancePath+"/drain_s",schemaPath:"#/properties/drain_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.drain_s.type,parentSchema:schema156.properties.drain_s,data:data39};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 > 86400 || isNaN(data39)){
const err104 = {instancePath:instancePath+"/drain_s",schemaPath:"#/properties/drain_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400",schema:86400,parentSchema:schema156.properties.drain_s,data:data39};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if(data39 < 0 || isNaN(data39)){
const err105 = {instancePath:instancePath+"/drain_s",schemaPath:"#/properties/drain_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.drain_s,data:data39};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
}
if(data.routes !== undefined){
let data40 = data.routes;
if(Array.isArray(data40)){
if(data40.length > 64){
const err106 = {instancePath:instancePath+"/routes",schemaPath:"#/properties/routes/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema156.properties.routes,data:data40};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
const len2 = data40.length;
for(let i2=0; i2<len2; i2++){
let data41 = data40[i2];
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if(data41.host === undefined){
const err107 = {instancePath:instancePath+"/routes/" + i2,schemaPath:"#/properties/routes/items/required",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'",schema:schema156.properties.routes.items.required,parentSchema:schema156.properties.routes.items,data:data41};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
for(const key8 in data41){
if(!((key8 === "host") || (key8 === "path"))){
const err108 = {instancePath:instancePath+"/routes/" + i2,schemaPath:"#/properties/routes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema156.properties.routes.items,data:data41};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
if(data41.host !== undefined){
let data42 = data41.host;
if(typeof data42 === "string"){
if(func2(data42) > 253){
const err109 = {instancePath:instancePath+"/routes/" + i2+"/host",schemaPath:"common.json#/$defs/hostname/maxLength",keyword:"maxLength",params:{limit: 253},message:"must NOT have more than 253 characters",schema:253,parentSchema:schema71,data:data42};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if(!pattern36.test(data42)){
const err110 = {instancePath:instancePath+"/routes/" + i2+"/host",schemaPath:"common.json#/$defs/hostname/pattern",keyword:"pattern",params:{pattern: "^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"},message:"must match pattern \""+"^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$"+"\"",schema:"^(\\*\\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",parentSchema:schema71,data:data42};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
else {
const err111 = {instancePath:instancePath+"/routes/" + i2+"/host",schemaPath:"common.json#/$defs/hostname/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema71.type,parentSchema:schema71,data:data42};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
if(data41.path !== undefined){
let data43 = data41.path;
if(typeof data43 === "string"){
if(func2(data43) > 1024){
const err112 = {instancePath:instancePath+"/routes/" + i2+"/path",schemaPath:"#/properties/routes/items/properties/path/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema156.properties.routes.items.properties.path,data:data43};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(!pattern11.test(data43)){
const err113 = {instancePath:instancePath+"/routes/" + i2+"/path",schemaPath:"#/properties/routes/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema156.properties.routes.items.properties.path,data:data43};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
else {
const err114 = {instancePath:instancePath+"/routes/" + i2+"/path",schemaPath:"#/properties/routes/items/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.routes.items.properties.path.type,parentSchema:schema156.properties.routes.items.properties.path,data:data43};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
}
else {
const err115 = {instancePath:instancePath+"/routes/" + i2,schemaPath:"#/properties/routes/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.routes.items.type,parentSchema:schema156.properties.routes.items,data:data41};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
}
else {
const err116 = {instancePath:instancePath+"/routes",schemaPath:"#/properties/routes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema156.properties.routes.type,parentSchema:schema156.properties.routes,data:data40};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data.upstreams !== undefined){
let data44 = data.upstreams;
if(Array.isArray(data44)){
if(data44.length > 64){
const err117 = {instancePath:instancePath+"/upstreams",schemaPath:"#/properties/upstreams/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items",schema:64,parentSchema:schema156.properties.upstreams,data:data44};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
const len3 = data44.length;
for(let i3=0; i3<len3; i3++){
if(!(validate52(data44[i3], {instancePath:instancePath+"/upstreams/" + i3,parentData:data44,parentDataProperty:i3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
}
}
else {
const err118 = {instancePath:instancePath+"/upstreams",schemaPath:"#/properties/upstreams/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema156.properties.upstreams.type,parentSchema:schema156.properties.upstreams,data:data44};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data.kind !== undefined){
let data46 = data.kind;
if(typeof data46 !== "string"){
const err119 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.kind.type,parentSchema:schema156.properties.kind,data:data46};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
if(!((data46 === "service") || (data46 === "job"))){
const err120 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema156.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema156.properties.kind.enum,parentSchema:schema156.properties.kind,data:data46};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
if(data.restart !== undefined){
let data47 = data.restart;
if(!(((typeof data47 == "number") && (!(data47 % 1) && !isNaN(data47))) && (isFinite(data47)))){
const err121 = {instancePath:instancePath+"/restart",schemaPath:"#/properties/restart/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.restart.type,parentSchema:schema156.properties.restart,data:data47};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if((typeof data47 == "number") && (isFinite(data47))){
if(data47 > 9007199254740991 || isNaN(data47)){
const err122 = {instancePath:instancePath+"/restart",schemaPath:"#/properties/restart/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991",schema:9007199254740991,parentSchema:schema156.properties.restart,data:data47};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(data47 < 0 || isNaN(data47)){
const err123 = {instancePath:instancePath+"/restart",schemaPath:"#/properties/restart/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.restart,data:data47};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
}
if(data.after !== undefined){
let data48 = data.after;
if(Array.isArray(data48)){
if(data48.length > 32){
const err124 = {instancePath:instancePath+"/after",schemaPath:"#/properties/after/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items",schema:32,parentSchema:schema156.properties.after,data:data48};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
const len4 = data48.length;
for(let i4=0; i4<len4; i4++){
let data49 = data48[i4];
if(typeof data49 === "string"){
if(func2(data49) > 63){
const err125 = {instancePath:instancePath+"/after/" + i4,schemaPath:"common.json#/$defs/dns_label/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema33,data:data49};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(func2(data49) < 1){
const err126 = {instancePath:instancePath+"/after/" + i4,schemaPath:"common.json#/$defs/dns_label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33,data:data49};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(!pattern4.test(data49)){
const err127 = {instancePath:instancePath+"/after/" + i4,schemaPath:"common.json#/$defs/dns_label/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema33,data:data49};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
else {
const err128 = {instancePath:instancePath+"/after/" + i4,schemaPath:"common.json#/$defs/dns_label/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.type,parentSchema:schema33,data:data49};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
let i5 = data48.length;
let j0;
if(i5 > 1){
outer0:
for(;i5--;){
for(j0 = i5; j0--;){
if(func0(data48[i5], data48[j0])){
const err129 = {instancePath:instancePath+"/after",schemaPath:"#/properties/after/uniqueItems",keyword:"uniqueItems",params:{i: i5, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i5+" are identical)",schema:true,parentSchema:schema156.properties.after,data:data48};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err130 = {instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema156.properties.after.type,parentSchema:schema156.properties.after,data:data48};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
if(data.pre_stop !== undefined){
let data50 = data.pre_stop;
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
if(data50.path === undefined){
const err131 = {instancePath:instancePath+"/pre_stop",schemaPath:"common.json#/$defs/pre_stop/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema51.required,parentSchema:schema51,data:data50};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
for(const key9 in data50){
if(!((key9 === "path") || (key9 === "timeout_s"))){
const err132 = {instancePath:instancePath+"/pre_stop",schemaPath:"common.json#/$defs/pre_stop/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema51,data:data50};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data50.path !== undefined){
let data51 = data50.path;
if(typeof data51 === "string"){
if(func2(data51) > 1024){
const err133 = {instancePath:instancePath+"/pre_stop/path",schemaPath:"common.json#/$defs/pre_stop/properties/path/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters",schema:1024,parentSchema:schema51.properties.path,data:data51};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
if(!pattern11.test(data51)){
const err134 = {instancePath:instancePath+"/pre_stop/path",schemaPath:"common.json#/$defs/pre_stop/properties/path/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema51.properties.path,data:data51};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
else {
const err135 = {instancePath:instancePath+"/pre_stop/path",schemaPath:"common.json#/$defs/pre_stop/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema51.properties.path.type,parentSchema:schema51.properties.path,data:data51};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data50.timeout_s !== undefined){
let data52 = data50.timeout_s;
if((typeof data52 == "number") && (isFinite(data52))){
if(data52 > 3600 || isNaN(data52)){
const err136 = {instancePath:instancePath+"/pre_stop/timeout_s",schemaPath:"common.json#/$defs/pre_stop/properties/timeout_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema51.properties.timeout_s,data:data52};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
if(data52 < 0.1 || isNaN(data52)){
const err137 = {instancePath:instancePath+"/pre_stop/timeout_s",schemaPath:"common.json#/$defs/pre_stop/properties/timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema51.properties.timeout_s,data:data52};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
else {
const err138 = {instancePath:instancePath+"/pre_stop/timeout_s",schemaPath:"common.json#/$defs/pre_stop/properties/timeout_s/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema51.properties.timeout_s.type,parentSchema:schema51.properties.timeout_s,data:data52};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
}
else {
const err139 = {instancePath:instancePath+"/pre_stop",schemaPath:"common.json#/$defs/pre_stop/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema51.type,parentSchema:schema51,data:data50};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
if(data.disconnect !== undefined){
let data53 = data.disconnect;
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
for(const key10 in data53){
if(!((key10 === "replace_after_s") || (key10 === "stop_after_s"))){
const err140 = {instancePath:instancePath+"/disconnect",schemaPath:"#/properties/disconnect/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema156.properties.disconnect,data:data53};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
if(data53.replace_after_s !== undefined){
let data54 = data53.replace_after_s;
if(!(((typeof data54 == "number") && (!(data54 % 1) && !isNaN(data54))) && (isFinite(data54)))){
const err141 = {instancePath:instancePath+"/disconnect/replace_after_s",schemaPath:"#/properties/disconnect/properties/replace_after_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.disconnect.properties.replace_after_s.type,parentSchema:schema156.properties.disconnect.properties.replace_after_s,data:data54};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
if((typeof data54 == "number") && (isFinite(data54))){
if(data54 > 604800 || isNaN(data54)){
const err142 = {instancePath:instancePath+"/disconnect/replace_after_s",schemaPath:"#/properties/disconnect/properties/replace_after_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800},message:"must be <= 604800",schema:604800,parentSchema:schema156.properties.disconnect.properties.replace_after_s,data:data54};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
if(data54 < 0 || isNaN(data54)){
const err143 = {instancePath:instancePath+"/disconnect/replace_after_s",schemaPath:"#/properties/disconnect/properties/replace_after_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.disconnect.properties.replace_after_s,data:data54};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
}
if(data53.stop_after_s !== undefined){
let data55 = data53.stop_after_s;
if(!(((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55))) && (isFinite(data55)))){
const err144 = {instancePath:instancePath+"/disconnect/stop_after_s",schemaPath:"#/properties/disconnect/properties/stop_after_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.disconnect.properties.stop_after_s.type,parentSchema:schema156.properties.disconnect.properties.stop_after_s,data:data55};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
if((typeof data55 == "number") && (isFinite(data55))){
if(data55 > 604800 || isNaN(data55)){
const err145 = {instancePath:instancePath+"/disconnect/stop_after_s",schemaPath:"#/properties/disconnect/properties/stop_after_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800},message:"must be <= 604800",schema:604800,parentSchema:schema156.properties.disconnect.properties.stop_after_s,data:data55};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
if(data55 < 1 || isNaN(data55)){
const err146 = {instancePath:instancePath+"/disconnect/stop_after_s",schemaPath:"#/properties/disconnect/properties/stop_after_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema156.properties.disconnect.properties.stop_after_s,data:data55};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
}
}
else {
const err147 = {instancePath:instancePath+"/disconnect",schemaPath:"#/properties/disconnect/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.disconnect.type,parentSchema:schema156.properties.disconnect,data:data53};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
if(data.job !== undefined){
let data56 = data.job;
if(data56 && typeof data56 == "object" && !Array.isArray(data56)){
for(const key11 in data56){
if(!((((key11 === "parallelism") || (key11 === "retries")) || (key11 === "deadline_s")) || (key11 === "keep"))){
const err148 = {instancePath:instancePath+"/job",schemaPath:"#/properties/job/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema156.properties.job,data:data56};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
if(data56.parallelism !== undefined){
let data57 = data56.parallelism;
if(!(((typeof data57 == "number") && (!(data57 % 1) && !isNaN(data57))) && (isFinite(data57)))){
const err149 = {instancePath:instancePath+"/job/parallelism",schemaPath:"#/properties/job/properties/parallelism/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.job.properties.parallelism.type,parentSchema:schema156.properties.job.properties.parallelism,data:data57};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
if((typeof data57 == "number") && (isFinite(data57))){
if(data57 > 1000 || isNaN(data57)){
const err150 = {instancePath:instancePath+"/job/parallelism",schemaPath:"#/properties/job/properties/parallelism/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema156.properties.job.properties.parallelism,data:data57};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
if(data57 < 1 || isNaN(data57)){
const err151 = {instancePath:instancePath+"/job/parallelism",schemaPath:"#/properties/job/properties/parallelism/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema156.properties.job.properties.parallelism,data:data57};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
}
if(data56.retries !== undefined){
let data58 = data56.retries;
if(!(((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58))) && (isFinite(data58)))){
const err152 = {instancePath:instancePath+"/job/retries",schemaPath:"#/properties/job/properties/retries/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.job.properties.retries.type,parentSchema:schema156.properties.job.properties.retries,data:data58};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
if((typeof data58 == "number") && (isFinite(data58))){
if(data58 > 10000 || isNaN(data58)){
const err153 = {instancePath:instancePath+"/job/retries",schemaPath:"#/properties/job/properties/retries/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000",schema:10000,parentSchema:schema156.properties.job.properties.retries,data:data58};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
if(data58 < 0 || isNaN(data58)){
const err154 = {instancePath:instancePath+"/job/retries",schemaPath:"#/properties/job/properties/retries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.job.properties.retries,data:data58};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
}
if(data56.deadline_s !== undefined){
let data59 = data56.deadline_s;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err155 = {instancePath:instancePath+"/job/deadline_s",schemaPath:"#/properties/job/properties/deadline_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.job.properties.deadline_s.type,parentSchema:schema156.properties.job.properties.deadline_s,data:data59};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
if((typeof data59 == "number") && (isFinite(data59))){
if(data59 > 31536000 || isNaN(data59)){
const err156 = {instancePath:instancePath+"/job/deadline_s",schemaPath:"#/properties/job/properties/deadline_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000",schema:31536000,parentSchema:schema156.properties.job.properties.deadline_s,data:data59};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if(data59 < 1 || isNaN(data59)){
const err157 = {instancePath:instancePath+"/job/deadline_s",schemaPath:"#/properties/job/properties/deadline_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema156.properties.job.properties.deadline_s,data:data59};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
}
if(data56.keep !== undefined){
let data60 = data56.keep;
if(!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))){
const err158 = {instancePath:instancePath+"/job/keep",schemaPath:"#/properties/job/properties/keep/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.job.properties.keep.type,parentSchema:schema156.properties.job.properties.keep,data:data60};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
if((typeof data60 == "number") && (isFinite(data60))){
if(data60 > 1000 || isNaN(data60)){
const err159 = {instancePath:instancePath+"/job/keep",schemaPath:"#/properties/job/properties/keep/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema156.properties.job.properties.keep,data:data60};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
if(data60 < 1 || isNaN(data60)){
const err160 = {instancePath:instancePath+"/job/keep",schemaPath:"#/properties/job/properties/keep/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema156.properties.job.properties.keep,data:data60};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
}
}
else {
const err161 = {instancePath:instancePath+"/job",schemaPath:"#/properties/job/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.job.type,parentSchema:schema156.properties.job,data:data56};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
if(data.schedule !== undefined){
let data61 = data.schedule;
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
if(data61.cron === undefined){
const err162 = {instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/required",keyword:"required",params:{missingProperty: "cron"},message:"must have required property '"+"cron"+"'",schema:schema156.properties.schedule.required,parentSchema:schema156.properties.schedule,data:data61};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
for(const key12 in data61){
if(!(((((key12 === "cron") || (key12 === "time_zone")) || (key12 === "concurrency")) || (key12 === "paused")) || (key12 === "start_within_s"))){
const err163 = {instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema156.properties.schedule,data:data61};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data61.cron !== undefined){
let data62 = data61.cron;
if(typeof data62 === "string"){
if(func2(data62) > 256){
const err164 = {instancePath:instancePath+"/schedule/cron",schemaPath:"#/properties/schedule/properties/cron/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",schema:256,parentSchema:schema156.properties.schedule.properties.cron,data:data62};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
if(func2(data62) < 1){
const err165 = {instancePath:instancePath+"/schedule/cron",schemaPath:"#/properties/schedule/properties/cron/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema156.properties.schedule.properties.cron,data:data62};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
else {
const err166 = {instancePath:instancePath+"/schedule/cron",schemaPath:"#/properties/schedule/properties/cron/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.schedule.properties.cron.type,parentSchema:schema156.properties.schedule.properties.cron,data:data62};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
if(data61.time_zone !== undefined){
let data63 = data61.time_zone;
if(typeof data63 === "string"){
if(func2(data63) > 64){
const err167 = {instancePath:instancePath+"/schedule/time_zone",schemaPath:"#/properties/schedule/properties/time_zone/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters",schema:64,parentSchema:schema156.properties.schedule.properties.time_zone,data:data63};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
if(func2(data63) < 1){
const err168 = {instancePath:instancePath+"/schedule/time_zone",schemaPath:"#/properties/schedule/properties/time_zone/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema156.properties.schedule.properties.time_zone,data:data63};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
else {
const err169 = {instancePath:instancePath+"/schedule/time_zone",schemaPath:"#/properties/schedule/properties/time_zone/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.schedule.properties.time_zone.type,parentSchema:schema156.properties.schedule.properties.time_zone,data:data63};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
if(data61.concurrency !== undefined){
let data64 = data61.concurrency;
if(typeof data64 !== "string"){
const err170 = {instancePath:instancePath+"/schedule/concurrency",schemaPath:"#/properties/schedule/properties/concurrency/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema156.properties.schedule.properties.concurrency.type,parentSchema:schema156.properties.schedule.properties.concurrency,data:data64};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
if(!(((data64 === "allow") || (data64 === "forbid")) || (data64 === "replace"))){
const err171 = {instancePath:instancePath+"/schedule/concurrency",schemaPath:"#/properties/schedule/properties/concurrency/enum",keyword:"enum",params:{allowedValues: schema156.properties.schedule.properties.concurrency.enum},message:"must be equal to one of the allowed values",schema:schema156.properties.schedule.properties.concurrency.enum,parentSchema:schema156.properties.schedule.properties.concurrency,data:data64};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
if(data61.paused !== undefined){
let data65 = data61.paused;
if(typeof data65 !== "boolean"){
const err172 = {instancePath:instancePath+"/schedule/paused",schemaPath:"#/properties/schedule/properties/paused/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema156.properties.schedule.properties.paused.type,parentSchema:schema156.properties.schedule.properties.paused,data:data65};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
if(data61.start_within_s !== undefined){
let data66 = data61.start_within_s;
if(!(((typeof data66 == "number") && (!(data66 % 1) && !isNaN(data66))) && (isFinite(data66)))){
const err173 = {instancePath:instancePath+"/schedule/start_within_s",schemaPath:"#/properties/schedule/properties/start_within_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema156.properties.schedule.properties.start_within_s.type,parentSchema:schema156.properties.schedule.properties.start_within_s,data:data66};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
if((typeof data66 == "number") && (isFinite(data66))){
if(data66 > 604800 || isNaN(data66)){
const err174 = {instancePath:instancePath+"/schedule/start_within_s",schemaPath:"#/properties/schedule/properties/start_within_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800},message:"must be <= 604800",schema:604800,parentSchema:schema156.properties.schedule.properties.start_within_s,data:data66};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
if(data66 < 0 || isNaN(data66)){
const err175 = {instancePath:instancePath+"/schedule/start_within_s",schemaPath:"#/properties/schedule/properties/start_within_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema156.properties.schedule.properties.start_within_s,data:data66};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
}
}
else {
const err176 = {instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.properties.schedule.type,parentSchema:schema156.properties.schedule,data:data61};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
}
else {
const err177 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema156.type,parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
