// @ts-nocheck -- ajv writes no types.
// Generated from the schemas by `make generate`. Do not edit.
import type { ValidateFunction } from 'ajv';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';

export const validate: ValidateFunction = validate20 as never;
const schema31 = {"type":"object","additionalProperties":false,"required":["data_dir","cluster","node"],"properties":{"data_dir":{"type":"string","pattern":"^/","description":"a path that begins with /","maxLength":74},"cluster":{"type":"object","additionalProperties":false,"required":["cluster_id","endpoints"],"properties":{"cluster_id":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits and dashes between them, such as credit-1"},"environment":{"enum":["dev","stg","prod","test"]},"endpoints":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^https?://[^/]+:[0-9]{1,5}$","description":"http://HOST:PORT or https://HOST:PORT"}},"ca_file":{"type":"string","minLength":1},"cert_file":{"type":"string","minLength":1},"key_file":{"type":"string","minLength":1},"username":{"type":"string","minLength":1},"password_file":{"type":"string","minLength":1}}},"node":{"type":"object","additionalProperties":false,"properties":{"node_id":{"type":"string","pattern":"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits, and dots and dashes between them, such as node-1"}},"required":["node_id"]},"controller":{"type":"object","additionalProperties":false,"properties":{"api":{"anyOf":[{"type":"string","pattern":"^https://[^/]+/?$","description":"https://HOST:PORT"},{"type":"array","minItems":1,"items":{"type":"string","pattern":"^https://[^/]+/?$","description":"https://HOST:PORT"}}],"description":"https://HOST:PORT, or a list of them"},"ca_file":{"type":"string","pattern":"^/","description":"a path that begins with /"},"bootstrap_token_file":{"type":"string","pattern":"^/","description":"a path that begins with /"}},"required":["api","ca_file","bootstrap_token_file"]},"docker":{"type":"object","additionalProperties":false,"properties":{"enabled":{"type":"boolean","default":true},"socket":{"type":"string","pattern":"^/","description":"a path that begins with /"},"network_pool":{"type":"string","pattern":"^[0-9.]+/[0-9]+$","default":"10.210.0.0/16","description":"a subnet such as 10.210.0.0/16"},"network_prefix":{"type":"integer","minimum":16,"maximum":30,"default":26}},"default":{}},"process":{"type":"object","additionalProperties":false,"properties":{"enabled":{"type":"boolean","default":true}},"default":{}},"mesh":{"type":"object","additionalProperties":false,"properties":{"enabled":{"type":"boolean","default":true},"command":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"default":["photoncloud-mesh-agent"]},"isolation":{"enum":["node","service"],"default":"node"},"default_mode":{"enum":["auto","mtls","tls","plain"],"default":"auto"},"health_listen":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT","default":"127.0.0.1:0"}},"default":{}},"caddy":{"type":"object","additionalProperties":false,"properties":{"mode":{"enum":["managed","external","off"],"default":"managed"},"command":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"default":["caddy"]},"admin":{"type":"string","pattern":"^(https?://[^/]+|unix:/.+)$","default":"http://127.0.0.1:2019","description":"http://HOST:PORT or unix:/PATH"},"listen":{"type":"array","minItems":1,"items":{"type":"string","pattern":":[0-9]{1,5}$","description":"HOST:PORT or :PORT"},"default":[":80"]}},"default":{}},"health":{"type":"object","additionalProperties":false,"default":{},"properties":{"listen":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT","default":"127.0.0.1:9101"}}},"log":{"type":"object","additionalProperties":false,"default":{},"properties":{"level":{"enum":["debug","info","warn","error"],"default":"info"},"format":{"enum":["json","pretty"],"default":"json"}}}},"$id":"config"};
const func1 = Object.prototype.hasOwnProperty;
const func2 = ucs2length.default;
const pattern4 = new RegExp("^/", "u");
const pattern5 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern6 = new RegExp("^https?://[^/]+:[0-9]{1,5}$", "u");
const pattern7 = new RegExp("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$", "u");
const pattern8 = new RegExp("^https://[^/]+/?$", "u");
const pattern13 = new RegExp("^[0-9.]+/[0-9]+$", "u");
const pattern14 = new RegExp("^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$", "u");
const pattern15 = new RegExp("^(https?://[^/]+|unix:/.+)$", "u");
const pattern16 = new RegExp(":[0-9]{1,5}$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="config" */;
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
if(data.docker === undefined){
data.docker = {};
}
if(data.process === undefined){
data.process = {};
}
if(data.mesh === undefined){
data.mesh = {};
}
if(data.caddy === undefined){
data.caddy = {};
}
if(data.health === undefined){
data.health = {};
}
if(data.log === undefined){
data.log = {};
}
if(data.data_dir === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data_dir"},message:"must have required property '"+"data_dir"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cluster === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cluster"},message:"must have required property '"+"cluster"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.node === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "node"},message:"must have required property '"+"node"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.data_dir !== undefined){
let data0 = data.data_dir;
if(typeof data0 === "string"){
if(func2(data0) > 74){
const err4 = {instancePath:instancePath+"/data_dir",schemaPath:"#/properties/data_dir/maxLength",keyword:"maxLength",params:{limit: 74},message:"must NOT have more than 74 characters",schema:74,parentSchema:schema31.properties.data_dir,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern4.test(data0)){
const err5 = {instancePath:instancePath+"/data_dir",schemaPath:"#/properties/data_dir/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema31.properties.data_dir,data:data0};
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
const err6 = {instancePath:instancePath+"/data_dir",schemaPath:"#/properties/data_dir/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.data_dir.type,parentSchema:schema31.properties.data_dir,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.cluster !== undefined){
let data1 = data.cluster;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.cluster_id === undefined){
const err7 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "cluster_id"},message:"must have required property '"+"cluster_id"+"'",schema:schema31.properties.cluster.required,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1.endpoints === undefined){
const err8 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "endpoints"},message:"must have required property '"+"endpoints"+"'",schema:schema31.properties.cluster.required,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key1 in data1){
if(!((((((((key1 === "cluster_id") || (key1 === "environment")) || (key1 === "endpoints")) || (key1 === "ca_file")) || (key1 === "cert_file")) || (key1 === "key_file")) || (key1 === "username")) || (key1 === "password_file"))){
const err9 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.cluster_id !== undefined){
let data2 = data1.cluster_id;
if(typeof data2 === "string"){
if(func2(data2) > 63){
const err10 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern5.test(data2)){
const err11 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema31.properties.cluster.properties.cluster_id,data:data2};
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
const err12 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cluster_id.type,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.environment !== undefined){
let data3 = data1.environment;
if(!((((data3 === "dev") || (data3 === "stg")) || (data3 === "prod")) || (data3 === "test"))){
const err13 = {instancePath:instancePath+"/cluster/environment",schemaPath:"#/properties/cluster/properties/environment/enum",keyword:"enum",params:{allowedValues: schema31.properties.cluster.properties.environment.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.cluster.properties.environment.enum,parentSchema:schema31.properties.cluster.properties.environment,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.endpoints !== undefined){
let data4 = data1.endpoints;
if(Array.isArray(data4)){
if(data4.length < 1){
const err14 = {instancePath:instancePath+"/cluster/endpoints",schemaPath:"#/properties/cluster/properties/endpoints/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.cluster.properties.endpoints,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(!pattern6.test(data5)){
const err15 = {instancePath:instancePath+"/cluster/endpoints/" + i0,schemaPath:"#/properties/cluster/properties/endpoints/items/pattern",keyword:"pattern",params:{pattern: "^https?://[^/]+:[0-9]{1,5}$"},message:"must match pattern \""+"^https?://[^/]+:[0-9]{1,5}$"+"\"",schema:"^https?://[^/]+:[0-9]{1,5}$",parentSchema:schema31.properties.cluster.properties.endpoints.items,data:data5};
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
const err16 = {instancePath:instancePath+"/cluster/endpoints/" + i0,schemaPath:"#/properties/cluster/properties/endpoints/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.endpoints.items.type,parentSchema:schema31.properties.cluster.properties.endpoints.items,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/cluster/endpoints",schemaPath:"#/properties/cluster/properties/endpoints/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.cluster.properties.endpoints.type,parentSchema:schema31.properties.cluster.properties.endpoints,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data1.ca_file !== undefined){
let data6 = data1.ca_file;
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err18 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.ca_file,data:data6};
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
const err19 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.ca_file.type,parentSchema:schema31.properties.cluster.properties.ca_file,data:data6};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data1.cert_file !== undefined){
let data7 = data1.cert_file;
if(typeof data7 === "string"){
if(func2(data7) < 1){
const err20 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.cert_file,data:data7};
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
const err21 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cert_file.type,parentSchema:schema31.properties.cluster.properties.cert_file,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data1.key_file !== undefined){
let data8 = data1.key_file;
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err22 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.key_file,data:data8};
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
const err23 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.key_file.type,parentSchema:schema31.properties.cluster.properties.key_file,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data1.username !== undefined){
let data9 = data1.username;
if(typeof data9 === "string"){
if(func2(data9) < 1){
const err24 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.username,data:data9};
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
const err25 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.username.type,parentSchema:schema31.properties.cluster.properties.username,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data1.password_file !== undefined){
let data10 = data1.password_file;
if(typeof data10 === "string"){
if(func2(data10) < 1){
const err26 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.password_file,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.password_file.type,parentSchema:schema31.properties.cluster.properties.password_file,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.cluster.type,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.node !== undefined){
let data11 = data.node;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.node_id === undefined){
const err29 = {instancePath:instancePath+"/node",schemaPath:"#/properties/node/required",keyword:"required",params:{missingProperty: "node_id"},message:"must have required property '"+"node_id"+"'",schema:schema31.properties.node.required,parentSchema:schema31.properties.node,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
for(const key2 in data11){
if(!(key2 === "node_id")){
const err30 = {instancePath:instancePath+"/node",schemaPath:"#/properties/node/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.node,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data11.node_id !== undefined){
let data12 = data11.node_id;
if(typeof data12 === "string"){
if(func2(data12) > 63){
const err31 = {instancePath:instancePath+"/node/node_id",schemaPath:"#/properties/node/properties/node_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.node.properties.node_id,data:data12};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!pattern7.test(data12)){
const err32 = {instancePath:instancePath+"/node/node_id",schemaPath:"#/properties/node/properties/node_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",parentSchema:schema31.properties.node.properties.node_id,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/node/node_id",schemaPath:"#/properties/node/properties/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.node.properties.node_id.type,parentSchema:schema31.properties.node.properties.node_id,data:data12};
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
const err34 = {instancePath:instancePath+"/node",schemaPath:"#/properties/node/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.node.type,parentSchema:schema31.properties.node,data:data11};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.controller !== undefined){
let data13 = data.controller;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.api === undefined){
const err35 = {instancePath:instancePath+"/controller",schemaPath:"#/properties/controller/required",keyword:"required",params:{missingProperty: "api"},message:"must have required property '"+"api"+"'",schema:schema31.properties.controller.required,parentSchema:schema31.properties.controller,data:data13};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data13.ca_file === undefined){
const err36 = {instancePath:instancePath+"/controller",schemaPath:"#/properties/controller/required",keyword:"required",params:{missingProperty: "ca_file"},message:"must have required property '"+"ca_file"+"'",schema:schema31.properties.controller.required,parentSchema:schema31.properties.controller,data:data13};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data13.bootstrap_token_file === undefined){
const err37 = {instancePath:instancePath+"/controller",schemaPath:"#/properties/controller/required",keyword:"required",params:{missingProperty: "bootstrap_token_file"},message:"must have required property '"+"bootstrap_token_file"+"'",schema:schema31.properties.controller.required,parentSchema:schema31.properties.controller,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
for(const key3 in data13){
if(!(((key3 === "api") || (key3 === "ca_file")) || (key3 === "bootstrap_token_file"))){
const err38 = {instancePath:instancePath+"/controller",schemaPath:"#/properties/controller/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.controller,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data13.api !== undefined){
let data14 = data13.api;
const _errs33 = errors;
let valid6 = false;
const _errs34 = errors;
if(typeof data14 === "string"){
if(!pattern8.test(data14)){
const err39 = {instancePath:instancePath+"/controller/api",schemaPath:"#/properties/controller/properties/api/anyOf/0/pattern",keyword:"pattern",params:{pattern: "^https://[^/]+/?$"},message:"must match pattern \""+"^https://[^/]+/?$"+"\"",schema:"^https://[^/]+/?$",parentSchema:schema31.properties.controller.properties.api.anyOf[0],data:data14};
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
const err40 = {instancePath:instancePath+"/controller/api",schemaPath:"#/properties/controller/properties/api/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.controller.properties.api.anyOf[0].type,parentSchema:schema31.properties.controller.properties.api.anyOf[0],data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid0 = _errs34 === errors;
valid6 = valid6 || _valid0;
const _errs36 = errors;
if(Array.isArray(data14)){
if(data14.length < 1){
const err41 = {instancePath:instancePath+"/controller/api",schemaPath:"#/properties/controller/properties/api/anyOf/1/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.controller.properties.api.anyOf[1],data:data14};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
const len1 = data14.length;
for(let i1=0; i1<len1; i1++){
let data15 = data14[i1];
if(typeof data15 === "string"){
if(!pattern8.test(data15)){
const err42 = {instancePath:instancePath+"/controller/api/" + i1,schemaPath:"#/properties/controller/properties/api/anyOf/1/items/pattern",keyword:"pattern",params:{pattern: "^https://[^/]+/?$"},message:"must match pattern \""+"^https://[^/]+/?$"+"\"",schema:"^https://[^/]+/?$",parentSchema:schema31.properties.controller.properties.api.anyOf[1].items,data:data15};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/controller/api/" + i1,schemaPath:"#/properties/controller/properties/api/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.controller.properties.api.anyOf[1].items.type,parentSchema:schema31.properties.controller.properties.api.anyOf[1].items,data:data15};
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
else {
const err44 = {instancePath:instancePath+"/controller/api",schemaPath:"#/properties/controller/properties/api/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.controller.properties.api.anyOf[1].type,parentSchema:schema31.properties.controller.properties.api.anyOf[1],data:data14};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
var _valid0 = _errs36 === errors;
valid6 = valid6 || _valid0;
if(!valid6){
const err45 = {instancePath:instancePath+"/controller/api",schemaPath:"#/properties/controller/properties/api/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.controller.properties.api.anyOf,parentSchema:schema31.properties.controller.properties.api,data:data14};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
else {
errors = _errs33;
if(vErrors !== null){
if(_errs33){
vErrors.length = _errs33;
}
else {
vErrors = null;
}
}
}
}
if(data13.ca_file !== undefined){
let data16 = data13.ca_file;
if(typeof data16 === "string"){
if(!pattern4.test(data16)){
const err46 = {instancePath:instancePath+"/controller/ca_file",schemaPath:"#/properties/controller/properties/ca_file/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema31.properties.controller.properties.ca_file,data:data16};
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
const err47 = {instancePath:instancePath+"/controller/ca_file",schemaPath:"#/properties/controller/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.controller.properties.ca_file.type,parentSchema:schema31.properties.controller.properties.ca_file,data:data16};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data13.bootstrap_token_file !== undefined){
let data17 = data13.bootstrap_token_file;
if(typeof data17 === "string"){
if(!pattern4.test(data17)){
const err48 = {instancePath:instancePath+"/controller/bootstrap_token_file",schemaPath:"#/properties/controller/properties/bootstrap_token_file/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema31.properties.controller.properties.bootstrap_token_file,data:data17};
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
const err49 = {instancePath:instancePath+"/controller/bootstrap_token_file",schemaPath:"#/properties/controller/properties/bootstrap_token_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.controller.properties.bootstrap_token_file.type,parentSchema:schema31.properties.controller.properties.bootstrap_token_file,data:data17};
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
else {
const err50 = {instancePath:instancePath+"/controller",schemaPath:"#/properties/controller/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.controller.type,parentSchema:schema31.properties.controller,data:data13};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
let data18 = data.docker;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.enabled === undefined){
data18.enabled = true;
}
if(data18.network_pool === undefined){
data18.network_pool = "10.210.0.0/16";
}
if(data18.network_prefix === undefined){
data18.network_prefix = 26;
}
for(const key4 in data18){
if(!((((key4 === "enabled") || (key4 === "socket")) || (key4 === "network_pool")) || (key4 === "network_prefix"))){
const err51 = {instancePath:instancePath+"/docker",schemaPath:"#/properties/docker/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.docker,data:data18};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
let data19 = data18.enabled;
if(typeof data19 !== "boolean"){
const err52 = {instancePath:instancePath+"/docker/enabled",schemaPath:"#/properties/docker/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.docker.properties.enabled.type,parentSchema:schema31.properties.docker.properties.enabled,data:data19};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data18.socket !== undefined){
let data20 = data18.socket;
if(typeof data20 === "string"){
if(!pattern4.test(data20)){
const err53 = {instancePath:instancePath+"/docker/socket",schemaPath:"#/properties/docker/properties/socket/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema31.properties.docker.properties.socket,data:data20};
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
const err54 = {instancePath:instancePath+"/docker/socket",schemaPath:"#/properties/docker/properties/socket/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.docker.properties.socket.type,parentSchema:schema31.properties.docker.properties.socket,data:data20};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
let data21 = data18.network_pool;
if(typeof data21 === "string"){
if(!pattern13.test(data21)){
const err55 = {instancePath:instancePath+"/docker/network_pool",schemaPath:"#/properties/docker/properties/network_pool/pattern",keyword:"pattern",params:{pattern: "^[0-9.]+/[0-9]+$"},message:"must match pattern \""+"^[0-9.]+/[0-9]+$"+"\"",schema:"^[0-9.]+/[0-9]+$",parentSchema:schema31.properties.docker.properties.network_pool,data:data21};
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
const err56 = {instancePath:instancePath+"/docker/network_pool",schemaPath:"#/properties/docker/properties/network_pool/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.docker.properties.network_pool.type,parentSchema:schema31.properties.docker.properties.network_pool,data:data21};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
let data22 = data18.network_prefix;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err57 = {instancePath:instancePath+"/docker/network_prefix",schemaPath:"#/properties/docker/properties/network_prefix/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.docker.properties.network_prefix.type,parentSchema:schema31.properties.docker.properties.network_prefix,data:data22};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 30 || isNaN(data22)){
const err58 = {instancePath:instancePath+"/docker/network_prefix",schemaPath:"#/properties/docker/properties/network_prefix/maximum",keyword:"maximum",params:{comparison: "<=", limit: 30},message:"must be <= 30",schema:30,parentSchema:schema31.properties.docker.properties.network_prefix,data:data22};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data22 < 16 || isNaN(data22)){
const err59 = {instancePath:instancePath+"/docker/network_prefix",schemaPath:"#/properties/docker/properties/network_prefix/minimum",keyword:"minimum",params:{comparison: ">=", limit: 16},message:"must be >= 16",schema:16,parentSchema:schema31.properties.docker.properties.network_prefix,data:data22};
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
else {
const err60 = {instancePath:instancePath+"/docker",schemaPath:"#/properties/docker/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.docker.type,parentSchema:schema31.properties.docker,data:data18};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
let data23 = data.process;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.enabled === undefined){
data23.enabled = true;
}
for(const key5 in data23){
if(!(key5 === "enabled")){
const err61 = {instancePath:instancePath+"/process",schemaPath:"#/properties/process/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.process,data:data23};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
let data24 = data23.enabled;
if(typeof data24 !== "boolean"){
const err62 = {instancePath:instancePath+"/process/enabled",schemaPath:"#/properties/process/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.process.properties.enabled.type,parentSchema:schema31.properties.process.properties.enabled,data:data24};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/process",schemaPath:"#/properties/process/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.process.type,parentSchema:schema31.properties.process,data:data23};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
let data25 = data.mesh;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.enabled === undefined){
data25.enabled = true;
}
if(data25.command === undefined){
data25.command = ["photoncloud-mesh-agent"];
}
if(data25.isolation === undefined){
data25.isolation = "node";
}
if(data25.default_mode === undefined){
data25.default_mode = "auto";
}
if(data25.health_listen === undefined){
data25.health_listen = "127.0.0.1:0";
}
for(const key6 in data25){
if(!(((((key6 === "enabled") || (key6 === "command")) || (key6 === "isolation")) || (key6 === "default_mode")) || (key6 === "health_listen"))){
const err64 = {instancePath:instancePath+"/mesh",schemaPath:"#/properties/mesh/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.mesh,data:data25};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
let data26 = data25.enabled;
if(typeof data26 !== "boolean"){
const err65 = {instancePath:instancePath+"/mesh/enabled",schemaPath:"#/properties/mesh/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.mesh.properties.enabled.type,parentSchema:schema31.properties.mesh.properties.enabled,data:data26};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
let data27 = data25.command;
if(Array.isArray(data27)){
if(data27.length < 1){
const err66 = {instancePath:instancePath+"/mesh/command",schemaPath:"#/properties/mesh/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.mesh.properties.command,data:data27};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
const len2 = data27.length;
for(let i2=0; i2<len2; i2++){
let data28 = data27[i2];
if(typeof data28 === "string"){
if(func2(data28) < 1){
const err67 = {instancePath:instancePath+"/mesh/command/" + i2,schemaPath:"#/properties/mesh/properties/command/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.mesh.properties.command.items,data:data28};
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
const err68 = {instancePath:instancePath+"/mesh/command/" + i2,schemaPath:"#/properties/mesh/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.mesh.properties.command.items.type,parentSchema:schema31.properties.mesh.properties.command.items,data:data28};
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
else {
const err69 = {instancePath:instancePath+"/mesh/command",schemaPath:"#/properties/mesh/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.mesh.properties.command.type,parentSchema:schema31.properties.mesh.properties.command,data:data27};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
let data29 = data25.isolation;
if(!((data29 === "node") || (data29 === "service"))){
const err70 = {instancePath:instancePath+"/mesh/isolation",schemaPath:"#/properties/mesh/properties/isolation/enum",keyword:"enum",params:{allowedValues: schema31.properties.mesh.properties.isolation.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.mesh.properties.isolation.enum,parentSchema:schema31.properties.mesh.properties.isolation,data:data29};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
let data30 = data25.default_mode;
if(!((((data30 === "auto") || (data30 === "mtls")) || (data30 === "tls")) || (data30 === "plain"))){
const err71 = {instancePath:instancePath+"/mesh/default_mode",schemaPath:"#/properties/mesh/properties/default_mode/enum",keyword:"enum",params:{allowedValues: schema31.properties.mesh.properties.default_mode.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.mesh.properties.default_mode.enum,parentSchema:schema31.properties.mesh.properties.default_mode,data:data30};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
let data31 = data25.health_listen;
if(typeof data31 === "string"){
if(!pattern14.test(data31)){
const err72 = {instancePath:instancePath+"/mesh/health_listen",schemaPath:"#/properties/mesh/properties/health_listen/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.mesh.properties.health_listen,data:data31};
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
const err73 = {instancePath:instancePath+"/mesh/health_listen",schemaPath:"#/properties/mesh/properties/health_listen/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.mesh.properties.health_listen.type,parentSchema:schema31.properties.mesh.properties.health_listen,data:data31};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/mesh",schemaPath:"#/properties/mesh/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.mesh.type,parentSchema:schema31.properties.mesh,data:data25};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
let data32 = data.caddy;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.mode === undefined){
data32.mode = "managed";
}
if(data32.command === undefined){
data32.command = ["caddy"];
}
if(data32.admin === undefined){
data32.admin = "http://127.0.0.1:2019";
}
if(data32.listen === undefined){
data32.listen = [":80"];
}
for(const key7 in data32){
if(!((((key7 === "mode") || (key7 === "command")) || (key7 === "admin")) || (key7 === "listen"))){
const err75 = {instancePath:instancePath+"/caddy",schemaPath:"#/properties/caddy/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.caddy,data:data32};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
let data33 = data32.mode;
if(!(((data33 === "managed") || (data33 === "external")) || (data33 === "off"))){
const err76 = {instancePath:instancePath+"/caddy/mode",schemaPath:"#/properties/caddy/properties/mode/enum",keyword:"enum",params:{allowedValues: schema31.properties.caddy.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.caddy.properties.mode.enum,parentSchema:schema31.properties.caddy.properties.mode,data:data33};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
let data34 = data32.command;
if(Array.isArray(data34)){
if(data34.length < 1){
const err77 = {instancePath:instancePath+"/caddy/command",schemaPath:"#/properties/caddy/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.caddy.properties.command,data:data34};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
const len3 = data34.length;
for(let i3=0; i3<len3; i3++){
let data35 = data34[i3];
if(typeof data35 === "string"){
if(func2(data35) < 1){
const err78 = {instancePath:instancePath+"/caddy/command/" + i3,schemaPath:"#/properties/caddy/properties/command/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.caddy.properties.command.items,data:data35};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
else {
const err79 = {instancePath:instancePath+"/caddy/command/" + i3,schemaPath:"#/properties/caddy/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.caddy.properties.command.items.type,parentSchema:schema31.properties.caddy.properties.command.items,data:data35};
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
const err80 = {instancePath:instancePath+"/caddy/command",schemaPath:"#/properties/caddy/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.caddy.properties.command.type,parentSchema:schema31.properties.caddy.properties.command,data:data34};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
let data36 = data32.admin;
if(typeof data36 === "string"){
if(!pattern15.test(data36)){
const err81 = {instancePath:instancePath+"/caddy/admin",schemaPath:"#/properties/caddy/properties/admin/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/]+|unix:/.+)$"},message:"must match pattern \""+"^(https?://[^/]+|unix:/.+)$"+"\"",schema:"^(https?://[^/]+|unix:/.+)$",parentSchema:schema31.properties.caddy.properties.admin,data:data36};
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
const err82 = {instancePath:instancePath+"/caddy/admin",schemaPath:"#/properties/caddy/properties/admin/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.caddy.properties.admin.type,parentSchema:schema31.properties.caddy.properties.admin,data:data36};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
let data37 = data32.listen;
if(Array.isArray(data37)){
if(data37.length < 1){
const err83 = {instancePath:instancePath+"/caddy/listen",schemaPath:"#/properties/caddy/properties/listen/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.caddy.properties.listen,data:data37};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
const len4 = data37.length;
for(let i4=0; i4<len4; i4++){
let data38 = data37[i4];
if(typeof data38 === "string"){
if(!pattern16.test(data38)){
const err84 = {instancePath:instancePath+"/caddy/listen/" + i4,schemaPath:"#/properties/caddy/properties/listen/items/pattern",keyword:"pattern",params:{pattern: ":[0-9]{1,5}$"},message:"must match pattern \""+":[0-9]{1,5}$"+"\"",schema:":[0-9]{1,5}$",parentSchema:schema31.properties.caddy.properties.listen.items,data:data38};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
else {
const err85 = {instancePath:instancePath+"/caddy/listen/" + i4,schemaPath:"#/properties/caddy/properties/listen/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.caddy.properties.listen.items.type,parentSchema:schema31.properties.caddy.properties.listen.items,data:data38};
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
else {
const err86 = {instancePath:instancePath+"/caddy/listen",schemaPath:"#/properties/caddy/properties/listen/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.caddy.properties.listen.type,parentSchema:schema31.properties.caddy.properties.listen,data:data37};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
else {
const err87 = {instancePath:instancePath+"/caddy",schemaPath:"#/properties/caddy/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.caddy.type,parentSchema:schema31.properties.caddy,data:data32};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
let data39 = data.health;
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.listen === undefined){
data39.listen = "127.0.0.1:9101";
}
for(const key8 in data39){
if(!(key8 === "listen")){
const err88 = {instancePath:instancePath+"/health",schemaPath:"#/properties/health/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.health,data:data39};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
let data40 = data39.listen;
if(typeof data40 === "string"){
if(!pattern14.test(data40)){
const err89 = {instancePath:instancePath+"/health/listen",schemaPath:"#/properties/health/properties/listen/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.health.properties.listen,data:data40};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
else {
const err90 = {instancePath:instancePath+"/health/listen",schemaPath:"#/properties/health/properties/listen/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.health.properties.listen.type,parentSchema:schema31.properties.health.properties.listen,data:data40};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
else {
const err91 = {instancePath:instancePath+"/health",schemaPath:"#/properties/health/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.health.type,parentSchema:schema31.properties.health,data:data39};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
let data41 = data.log;
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if(data41.level === undefined){
data41.level = "info";
}
if(data41.format === undefined){
data41.format = "json";
}
for(const key9 in data41){
if(!((key9 === "level") || (key9 === "format"))){
const err92 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.log,data:data41};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
let data42 = data41.level;
if(!((((data42 === "debug") || (data42 === "info")) || (data42 === "warn")) || (data42 === "error"))){
const err93 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.level.enum,parentSchema:schema31.properties.log.properties.level,data:data42};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
let data43 = data41.format;
if(!((data43 === "json") || (data43 === "pretty"))){
const err94 = {instancePath:instancePath+"/log/format",schemaPath:"#/properties/log/properties/format/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.format.enum,parentSchema:schema31.properties.log.properties.format,data:data43};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.log.type,parentSchema:schema31.properties.log,data:data41};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
else {
const err96 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
